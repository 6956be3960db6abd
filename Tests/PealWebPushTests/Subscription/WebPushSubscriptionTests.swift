import PealCore
import PealProviderKit
import Testing

@testable import PealWebPush

@Suite("A subscription")
struct WebPushSubscriptionTests {
    static let key = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
    static let auth = "BTBZMqHH6r4Tts7J_aSIgg"

    static func token(
        endpoint: String = "https://fcm.googleapis.com/wp/x",
        key: String = key,
        auth: String = auth,
        extra: String = ""
    ) -> String {
        #"{"endpoint":"\#(endpoint)"\#(extra),"keys":{"auth":"\#(auth)","p256dh":"\#(key)"}}"#
    }

    private static let plainKey = key.replacing("-", with: "+").replacing("_", with: "/")

    @Test(
        "is right, also as some libraries write it",
        arguments: [
            token(), token(key: key + "="), token(key: plainKey), token(key: plainKey + "="), token(auth: auth + "=="),
            token(extra: #","expirationTime":null"#), token(extra: #","expirationTime":1763661600001"#),
            token(endpoint: "https://updates.push.services.mozilla.com/wpush/v2/gAAAA_b-c"),
            token(endpoint: "https://web.push.apple.com/QOa"),
            token(endpoint: "https://db5p.notify.windows.com/w/?token=BQYAAA%3d"),
        ]
    )
    func right(_ token: String) {
        #expect(WebPushSubscription.problem(withToken: token) == nil)
        #expect(problem(token) == nil)
    }

    @Test(
        "is wrong",
        arguments: [
            "", "{}", "[]", "null", "token", #"{"endpoint":"https://a.b/"}"#,
            token(key: ""), token(key: auth), token(key: String(key.dropLast())), token(key: key + "A"),
            token(key: key + "=="), token(key: "C" + key.dropFirst()), token(key: key + "!"),
            // A point that is not on the curve.
            token(key: String(key.dropLast()) + "8"), token(key: "BA" + String(repeating: "A", count: 85)),
            token(auth: ""), token(auth: String(auth.dropLast())), token(auth: auth + "A"), token(auth: "%%%"),
            token(auth: auth + "==="),
            token(endpoint: ""), token(endpoint: "http://fcm.googleapis.com/wp/x"),
            token(endpoint: "https://127.0.0.1/"),
            token(endpoint: "https://user@fcm.googleapis.com/"), token(endpoint: "https://fcm.googleapis.com/#x"),
            token(endpoint: "https://localhost/"),
            token(endpoint: "https://fcm.googleapis.com/" + String(repeating: "a", count: 2048)),
            token(extra: #","expirationTime":"soon""#),
            token(extra: #","x":""# + String(repeating: "a", count: 8192) + "\""),
        ]
    )
    func wrong(_ token: String) {
        #expect(WebPushSubscription.problem(withToken: token) != nil)
        #expect(problem(token) != nil)
    }

    @Test(
        "is wrong for an app whose list of hosts does not have its push service, or when its time is up",
        arguments: [
            token(endpoint: "https://push.example.com/x"), token(endpoint: "https://push.apple.com/x"),
            token(extra: #","expirationTime":1763661600000"#),
        ]
    )
    func elsewhere(_ token: String) {
        #expect(WebPushSubscription.problem(withToken: token) == nil)
        #expect(problem(token) != nil)
    }

    @Test("says what is wrong without a word of the secret")
    func discretion() {
        let secret = "https://fcm.googleapis.com/wp/SECRET#x"
        let text = WebPushSubscription.problem(withToken: Self.token(endpoint: secret))
        #expect(text == "a subscription's endpoint must not have a fragment")
    }

    private func problem(_ token: String) -> String? {
        let rules = try? EndpointRules(allowedHosts: WebPushOptions.browserHosts)
        return WebPushSubscription.problem(
            withToken: token,
            rules: rules ?? .publicHosts,
            now: Timestamp(seconds: 1_763_661_600)
        )
    }
}
