import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import PealCore
import PealProviderKit
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
            #""apns":{"headers":{"apns-push-type":"background","apns-priority":"5"},"payload":{"aps":{"content-available":1}}}"#,
        ]
    )
    func right(_ member: String) {
        #expect(Self.violations(member) == [])
    }

    @Test("requests that do not open the door", .timeLimit(.minutes(15)))
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
                let response = try await bench.client.execute(request, timeout: .seconds(10))
                #expect(Int(response.status.code) == status, "\(project) \(type) \(body)")
            }
            bench.clock.advance(by: .seconds(3600))
            var late = HTTPClientRequest(url: "\(bench.simulator.baseURL ?? "")/v1/projects/demo/messages:send")
            late.method = .POST
            late.headers = ["Authorization": "Bearer \(access)", "Content-Type": "application/json"]
            late.body = .bytes(ByteBuffer(string: good))
            #expect(try await bench.client.execute(late, timeout: .seconds(10)).status.code == 401)
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
