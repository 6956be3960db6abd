import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import PealCore
import PealTesting
import Testing

@testable import PealSandbox

@Suite("The FCM simulator refuses")
struct FCMRefusalTests {
    private static let token = RegistrationTokens().issue(project: "demo", serial: 7)

    private static func violations(_ message: String) -> [String] {
        guard let json = JSONText.parse(Array(#"{"message":{"token":"t","x":0}}"#.replacingX(message).utf8)) else {
            return ["not JSON"]
        }
        return FCMMessageCheck(json).violations.map(\.field)
    }

    @Test(
        "what the real service refuses",
        arguments: [
            (#""oops":1"#, "message.oops"),
            (#""topic":"news""#, "message"),
            (#""data":{"a":1}"#, "message.data.a"),
            (#""data":{"from":"a"}"#, "message.data.from"),
            (#""data":{"message_type":"a"}"#, "message.data.message_type"),
            (#""data":{"google.x":"a"}"#, "message.data.google.x"),
            (#""data":{"gcm_x":"a"}"#, "message.data.gcm_x"),
            (#""data":[]"#, "message.data"),
            (#""notification":{"title":1}"#, "message.notification.title"),
            (#""notification":{"sound":"x"}"#, "message.notification.sound"),
            (#""android":{"ttl":"5"}"#, "message.android.ttl"),
            (#""android":{"ttl":"-5s"}"#, "message.android.ttl"),
            (#""android":{"ttl":"2419201s"}"#, "message.android.ttl"),
            (#""android":{"ttl":5}"#, "message.android.ttl"),
            (#""android":{"priority":"URGENT"}"#, "message.android.priority"),
            (
                #""android":{"notification":{"notification_priority":"HIGH"}}"#,
                "message.android.notification.notification_priority"
            ),
            (#""android":{"notification":{"actions":[]}}"#, "message.android.notification.actions"),
            (
                #""android":{"notification":{"notification_count":-1}}"#,
                "message.android.notification.notification_count"
            ),
            (#""android":{"notification":{"vibrate_timings":["1"]}}"#, "message.android.notification.vibrate_timings"),
            (#""android":{"notification":{"default_sound":"yes"}}"#, "message.android.notification.default_sound"),
            (#""apns":{"headers":{"apns-priority":"7"}}"#, "message.apns.headers.apns-priority"),
            (#""apns":{"headers":{"apns-expiration":"soon"}}"#, "message.apns.headers"),
            (#""apns":{"headers":{"apns-push-type":"noise"}}"#, "message.apns.headers.apns-push-type"),
            (#""apns":{"headers":{"apns-push-type":"background","apns-priority":"10"}}"#, "message.apns"),
            (#""webpush":{"headers":{"TTL":"-1"}}"#, "message.webpush.headers"),
            (#""webpush":{"headers":{"Urgency":"now"}}"#, "message.webpush.headers.Urgency"),
            (#""webpush":{"fcm_options":{"link":"http://x"}}"#, "message.webpush.fcm_options.link"),
            (#""fcm_options":{"link":"https://x"}"#, "message.fcm_options.link"),
            (#""fcm_options":{"analytics_label":"a b"}"#, "message.fcm_options.analytics_label"),
            (#""android":{"fcm_options":{"image":"x"}}"#, "message.android.fcm_options.image"),
            (#""apns":{"fcm_options":{"link":"https://x"}}"#, "message.apns.fcm_options.link"),
            (#""apns":{"live_activity_token":1}"#, "message.apns.live_activity_token"),
            (#""webpush":{"fcm_options":{"image":"x"}}"#, "message.webpush.fcm_options.image"),
            (#""android":{"ttl":"1.0123456789s"}"#, "message.android.ttl"),
            (#""android":{"ttl":"1.s"}"#, "message.android.ttl"),
            (#""android":{"priority":2}"#, "message.android.priority"),
            (#""android":{"direct_boot_ok":"yes"}"#, "message.android.direct_boot_ok"),
            (#""android":{"restricted_satellite_ok":1}"#, "message.android.restricted_satellite_ok"),
            (#""android":{"restricted_package_name":1}"#, "message.android.restricted_package_name"),
            (#""android":{"notification":{"color":"red"}}"#, "message.android.notification.color"),
            (##""android":{"notification":{"color":"#ff000"}}"##, "message.android.notification.color"),
            (#""android":{"notification":{"title_loc_args":"a"}}"#, "message.android.notification.title_loc_args"),
            (#""android":{"notification":{"body_loc_args":[1]}}"#, "message.android.notification.body_loc_args"),
            (#""android":{"notification":{"event_time":"today"}}"#, "message.android.notification.event_time"),
            (
                #""android":{"notification":{"notification_count":"2.5"}}"#,
                "message.android.notification.notification_count"
            ),
            (
                #""android":{"notification":{"light_settings":{"color":{"red":2},"light_on_duration":"1s","light_off_duration":"1s"}}}"#,
                "message.android.notification.light_settings.color.red"
            ),
            (
                #""android":{"notification":{"light_settings":{"color":{},"light_on_duration":"1s"}}}"#,
                "message.android.notification.light_settings.light_off_duration"
            ),
            (
                #""android":{"notification":{"light_settings":{"color":{},"light_on_duration":1,"light_off_duration":"1s"}}}"#,
                "message.android.notification.light_settings.light_on_duration"
            ),
        ]
    )
    func rules(_ member: String, field: String) {
        #expect(Self.violations(member) == [field])
    }

    @Test(
        "a message without a target, or with none at all",
        arguments: ["{}", #"{"message":{}}"#, #"{"message":{"data":{}}}"#, "[]", #"{"message":7}"#]
    )
    func noTarget(_ body: String) throws {
        #expect(try !FCMMessageCheck(#require(JSONText.parse(Array(body.utf8)))).violations.isEmpty)
    }

    @Test("keys and values of more than 4096 bytes", arguments: [(4095, true), (4096, false)])
    func size(_ count: Int, fits: Bool) {
        let text = String(repeating: "x", count: count)
        #expect(Self.violations(#""data":{"k":"\#(text)"}"#).isEmpty == fits)
    }

    @Test(
        "nothing that is right, in either spelling",
        arguments: [
            #""android":{"collapse_key":"a","ttl":"3.5s","notification":{"channel_id":"c","vibrate_timings":["0s","0.2s"]}}"#,
            #""android":{"collapseKey":"a","notification":{"channelId":"c","notificationCount":3}}"#,
            // ProtoJSON takes numbers as strings and enumerations by their number.
            #""android":{"priority":1,"notification":{"notification_count":"2","visibility":2,"proxy":"DENY"}}"#,
            #""android":{"priority":"high","ttl":"1.500000000s","direct_boot_ok":true,"notification":{"notification_count":2.0}}"#,
            #""android":{"restricted_package_name":"a.b","fcm_options":{"analytics_label":"may_2026"}}"#,
            ##""android":{"notification":{"color":"#0aF1c2","event_time":"2026-11-20T18:00:00.123456789Z","title_loc_args":["a"]}}"##,
            #""android":{"notification":{"light_settings":{"color":{"red":0.5,"alpha":"1"},"lightOnDuration":"0.2s","light_off_duration":"1s"}}}"#,
            #""fcm_options":{"analytics_label":"a"},"apns":{"fcm_options":{"image":"https://x/i.png"},"live_activity_token":"t"}"#,
            #""apns":{"headers":{"apns-push-type":"background","apns-priority":"5"},"payload":{"aps":{"content-available":1}}}"#,
        ]
    )
    func right(_ member: String) {
        #expect(Self.violations(member) == [])
    }

    private static func target(_ member: String, more: String = "") -> FCMMessageCheck? {
        JSONText.parse(Array("{\"message\":{\(member)\(more)}}".utf8)).map { FCMMessageCheck($0) }
    }

    @Test(
        "no target of a kind there is",
        arguments: [
            (#""topic":"news""#, FCMTarget.topic("news")), (#""topic":"a-b_c.~%25""#, .topic("a-b_c.~%25")),
            (#""condition":"'a' in topics""#, .condition("'a' in topics")),
            (
                #""condition":"'a' in topics && ('b' in topics || !('c' in topics))""#,
                .condition("'a' in topics && ('b' in topics || !('c' in topics))")
            ),
            (#""fid":"cABCDEFGHIJKLMNOPQRS_-""#, .installation("cABCDEFGHIJKLMNOPQRS_-")),
        ]
    )
    func targets(_ member: String, target: FCMTarget) throws {
        let check = try #require(Self.target(member))
        #expect(check.violations == [])
        #expect(check.target == target)
    }

    @Test(
        "a target of the wrong form",
        arguments: [
            (#""topic":"/topics/news""#, "message.topic"), (#""topic":"""#, "message.topic"),
            (#""topic":7"#, "message.topic"), (#""fid":"abc""#, "message.fid"),
            (#""fid":"zABCDEFGHIJKLMNOPQRS_-""#, "message.fid"), (#""condition":"a in topics""#, "message.condition"),
            (#""condition":"'a' in topics &&""#, "message.condition"),
            (#""condition":"('a' in topics""#, "message.condition"),
            (
                #""condition":"'a' in topics || 'b' in topics || 'c' in topics || 'd' in topics || 'e' in topics || 'f' in topics""#,
                "message.condition"
            ),
        ]
    )
    func badTargets(_ member: String, field: String) throws {
        #expect(try #require(Self.target(member)).violations.map(\.field) == [field])
    }

    @Test("a message to a topic of more than 2048 bytes", arguments: [(2047, true), (2048, false)])
    func topicSize(_ count: Int, fits: Bool) throws {
        let data = #","data":{"k":"\#(String(repeating: "x", count: count))"}"#
        #expect(try #require(Self.target(#""topic":"news""#, more: data)).violations.isEmpty == fits)
    }

    @Test("a malformed request with the fields that are wrong, and a bad token with FCM's own code")
    func details() throws {
        let kinds = { (refusal: FCMRefusal) -> [String] in
            let details = JSONText.parse(refusal.body)?.object?["error"]?.object?["details"]?.array ?? []
            return details.compactMap { $0.object?["@type"]?.string }
        }
        let malformed = FCMRefusal.malformed([FCMViolation(field: "message.android.ttl", description: "no")])
        #expect(kinds(malformed) == ["type.googleapis.com/google.rpc.BadRequest"])
        #expect(kinds(.badToken) == ["type.googleapis.com/google.firebase.fcm.v1.FcmError"])
    }

    @Test("an installation ID of no app or another project's")
    func installations() async throws {
        try await FCMBench.run { bench in
            _ = try bench.provider(project: "demo")
            _ = try bench.provider(project: "other")
            let access = try await Self.accessToken(bench, project: "demo")
            let own = bench.simulator.makeInstallationID(project: "demo")
            #expect(own.utf8.count == 22)
            for (target, status) in [
                (#""fid":"\#(own)""#, 200), (#""fid":"cABCDEFGHIJKLMNOPQRS_-""#, 404),
                (#""fid":"\#(bench.simulator.makeInstallationID(project: "other"))""#, 403),
                (#""topic":"news""#, 200), (#""condition":"'a' in topics""#, 200),
            ] {
                var request = HTTPClientRequest(
                    url: "\(bench.simulator.baseURL ?? "")/v1/projects/demo/messages:send"
                )
                request.method = .POST
                request.headers = ["Authorization": "Bearer \(access)", "Content-Type": "application/json"]
                request.body = .bytes(ByteBuffer(string: "{\"message\":{\(target)}}"))
                let response = try await bench.client.execute(request, timeout: .seconds(120))
                #expect(Int(response.status.code) == status, "\(target)")
            }
        }
    }

    @Test("requests that do not open the door")
    func door() async throws {
        try await FCMBench.run { bench in
            _ = try bench.provider(project: "demo")
            let good = #"{"message":{"token":"\#(Self.token)"}}"#
            let access = try await Self.accessToken(bench, project: "demo")
            let other = try await Self.accessToken(bench, project: "other")
            for (bearer, project, type, body, status) in [
                (access, "demo", "application/json", good, 200), ("", "demo", "application/json", good, 401),
                ("nonsense", "demo", "application/json", good, 401), (other, "demo", "application/json", good, 403),
                (access, "nowhere", "application/json", good, 404), (access, "demo", "text/plain", good, 400),
                (access, "demo", "application/json", "{", 400), (access, "demo", "application/json", "{}", 400),
            ] {
                var request = HTTPClientRequest(
                    url: "\(bench.simulator.baseURL ?? "")/v1/projects/\(project)/messages:send"
                )
                request.method = .POST
                request.headers = ["Authorization": "Bearer \(bearer)", "Content-Type": type]
                request.body = .bytes(ByteBuffer(string: body))
                let response = try await bench.client.execute(request, timeout: .seconds(120))
                #expect(Int(response.status.code) == status, "\(project) \(type) \(body)")
            }
            bench.clock.advance(by: .seconds(3600))
            var late = HTTPClientRequest(url: "\(bench.simulator.baseURL ?? "")/v1/projects/demo/messages:send")
            late.method = .POST
            late.headers = ["Authorization": "Bearer \(access)", "Content-Type": "application/json"]
            late.body = .bytes(ByteBuffer(string: good))
            #expect(try await bench.client.execute(late, timeout: .seconds(120)).status.code == 401)
        }
    }

    /// Asks as the provider does, through a transport that keeps the answer.
    private static func accessToken(_ bench: FCMBench, project: String) async throws -> String {
        let account = try #require(JSONText.parse(try bench.simulator.makeServiceAccount(project: project))?.object)
        let assertion = try await Assertion(account: account, at: bench.clock.now).signed()
        let answer = await bench.simulator.access.answer(
            form: Array(assertion.form.utf8),
            audience: (bench.simulator.baseURL ?? "") + "/token"
        )
        return try #require(JSONText.parse(answer.body)?.object?["access_token"]?.string)
    }
}

extension String {
    fileprivate func replacingX(_ member: String) -> String {
        split(separator: #""x":0"#, omittingEmptySubsequences: false).joined(separator: member)
    }
}
