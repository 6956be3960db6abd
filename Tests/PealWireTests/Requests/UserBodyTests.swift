import PealCore
import PealWire
import Testing

@Suite("Users' bodies")
struct UserBodyTests {
    static let deviceProblems: [(String, [String])] = [
        (#"{"provider":"fcm","token":"abc:def-_","platform":"android"}"#, []),
        (
            #"{"provider":"webpush","platform":"web","subscription":{"endpoint":"https://p.example/x","keys":{"p256dh":"a","auth":"b"},"expirationTime":null}}"#,
            []
        ),
        ("{}", ["/platform", "/provider", "/token"]),
        (#"{"provider":"sms","token":"a","platform":"ios"}"#, ["/provider"]),
        (#"{"provider":"fcm","platform":"android"}"#, ["/token"]),
        (#"{"provider":"fcm","token":"","platform":"android"}"#, ["/token"]),
        (#"{"provider":"fcm","token":"a b","platform":"android"}"#, ["/token"]),
        (#"{"provider":"fcm","token":"é","platform":"android"}"#, ["/token"]),
        (#"{"provider":"fcm","token":7,"platform":"nokia"}"#, ["/platform", "/token"]),
        (
            #"{"provider":"fcm","token":"a","subscription":{"endpoint":"https://x","keys":{"p256dh":"a","auth":"b"}},"platform":"ios"}"#,
            ["/subscription"]
        ),
        (#"{"provider":"webpush","platform":"web"}"#, ["/subscription"]),
        (
            #"{"provider":"webpush","platform":"web","subscription":{"endpoint":"http://x","keys":{"p256dh":"a","auth":"b"}}}"#,
            ["/subscription/endpoint"]
        ),
        (
            #"{"provider":"webpush","platform":"web","subscription":{"endpoint":"https://x","keys":{}}}"#,
            ["/subscription/keys/auth", "/subscription/keys/p256dh"]
        ),
    ]

    @Test("a device is read, and what is wrong with it pointed at", arguments: deviceProblems)
    func device(text: String, pointers: [String]) { #expect(DeviceBody.pointers(text) == pointers) }

    @Test("a subscription becomes one text whatever its members' order")
    func subscription() throws {
        let one =
            #"{"provider":"webpush","platform":"web","subscription":{"keys":{"auth":"b","p256dh":"a"},"endpoint":"https://p/x"}}"#
        let other =
            #"{"provider":"webpush","platform":"web","subscription":{"endpoint":"https://p/x","keys":{"p256dh":"a","auth":"b"}}}"#
        #expect(try DeviceBody.read(one).token == DeviceBody.read(other).token)
    }

    static let preferenceProblems: [(String, [String])] = [
        (
            #"{"categories":{"kudos":{"enabled":"no","channels":{"push":1}}}}"#,
            ["/categories/kudos/channels/push", "/categories/kudos/enabled"]
        ),
        (#"{"globalSettings":{"pushEnabled":null,"smsEnabled":true}}"#, ["/globalSettings/smsEnabled"]),
        (
            #"{"quietHours":{"start":"25:00","end":"8:00","timeZone":"Nowhere"}}"#,
            ["/quietHours/end", "/quietHours/start", "/quietHours/timeZone"]
        ),
        (#"{"updatedAt":"yesterday"}"#, ["/updatedAt"]), (#"{"categories":[]}"#, ["/categories"]),
    ]

    @Test("what is wrong with preferences is pointed at", arguments: preferenceProblems)
    func preferences(text: String, pointers: [String]) { #expect(PreferencesBody.pointers(text) == pointers) }

    @Test("what is absent stays absent")
    func partialPreferences() throws {
        let body = try PreferencesBody.read(#"{"categories":{"kudos":{"channels":{"push":false}}},"version":7}"#)
        #expect(body.global == [:])
        #expect(body.quietHours == nil)
        #expect(body.categories.value?["kudos"]?.enabled == .keep)
        #expect(body.categories.value?["kudos"]?.channels == [.push: false])
    }

    /// What is sent, and the pointers of what it withdraws.
    static let withdrawals: [(String, [String])] = [
        (#"{"globalSettings":{"pushEnabled":null}}"#, ["global/push"]),
        (#"{"globalSettings":null}"#, ["global/email", "global/inApp", "global/push"]),
        (#"{"categories":{"kudos":{"enabled":null,"channels":{"push":true}}}}"#, ["kudos/enabled"]),
        (#"{"categories":{"kudos":{"channels":null}}}"#, ["kudos/email", "kudos/inApp", "kudos/push"]),
        (#"{"categories":{"kudos":null}}"#, ["kudos/email", "kudos/enabled", "kudos/inApp", "kudos/push"]),
        (#"{"categories":null}"#, ["categories"]),
        (#"{"quietHours":{"timeZone":null,"start":"21:00"}}"#, ["quietHours/timeZone"]),
        (
            #"{"quietHours":null}"#,
            ["quietHours/enabled", "quietHours/end", "quietHours/start", "quietHours/timeZone"]
        ), (#"{"updatedAt":null,"version":null}"#, []), ("{}", []),
    ]

    @Test("null withdraws what was chosen, one value or all under it", arguments: withdrawals)
    func withdrawal(text: String, pointers: [String]) throws {
        let body = try PreferencesBody.read(text)
        var found = body.global.filter { $0.value == nil }.map { "global/\($0.key)" }
        if case .remove = body.categories { found.append("categories") }
        for (key, category) in body.categories.value ?? [:] {
            if category.enabled == .remove { found.append("\(key)/enabled") }
            found += category.channels.filter { $0.value == nil }.map { "\(key)/\($0.key)" }
        }
        if let quiet = body.quietHours {
            let fields = [
                ("enabled", quiet.enabled == .remove), ("start", quiet.start == .remove), ("end", quiet.end == .remove),
                ("timeZone", quiet.timeZone == .remove),
            ]
            found += fields.filter { $0.1 }.map { "quietHours/\($0.0)" }
        }
        #expect(found.sorted() == pointers)
    }

    static let mutes: [(String, [String])] = [
        (#"{"scope":"all","for":"PT1H"}"#, []), (#"{"scope":"thread","id":"chat-1","for":null}"#, []),
        (#"{"scope":"category","id":"kudos"}"#, []), ("{}", ["/scope"]), (#"{"scope":"thread"}"#, ["/id"]),
        (#"{"scope":"all","id":"x"}"#, ["/id"]), (#"{"scope":"world"}"#, ["/scope"]),
        (#"{"scope":"all","for":"1h"}"#, ["/for"]),
        (#"{"scope":"all","for":"PT0S"}"#, ["/for"]), (#"{"scope":"all","for":"P400D"}"#, ["/for"]),
    ]

    @Test("a mute is read, and what is wrong with it pointed at", arguments: mutes)
    func mute(text: String, pointers: [String]) { #expect(MuteBody.pointers(text) == pointers) }

    static let clocks: [(String, [String])] = [
        (#"{"advance":"PT4H"}"#, []), (#"{"set":"2026-11-20T18:00:00Z"}"#, []), ("{}", [""]),
        (#"{"advance":"PT4H","set":"2026-11-20T18:00:00Z"}"#, [""]), (#"{"advance":"4h"}"#, ["/advance"]),
    ]

    @Test("the sandbox clock takes one of both", arguments: clocks)
    func clock(text: String, pointers: [String]) { #expect(SandboxClockBody.pointers(text) == pointers) }

    @Test("a fault is read")
    func fault() throws {
        let body = try SandboxFaultBody.read(
            #"{"provider":"fcm","answer":{"status":503,"retryAfter":7},"delayMs":20,"reset":"after","times":2,"probability":0.5}"#
        )
        #expect(body.status == 503)
        #expect(body.retryAfter == "7")
        #expect(body.delay == .milliseconds(20))
        #expect(body.reset == .after)
        #expect(body.times == 2)
        #expect(body.probability == 0.5)
    }
}
