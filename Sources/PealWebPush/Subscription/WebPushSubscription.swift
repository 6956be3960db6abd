import Crypto
import FoundationEssentials
public import PealCore
public import PealProviderKit

/// A browser's subscription: where its push service takes messages, and the keys only the browser can read them with.
///
/// It is a secret as a whole: whoever has it can push to the browser.
public struct WebPushSubscription: Sendable {
    /// Where messages for the browser go.
    public let endpoint: String
    let publicKey: P256.KeyAgreement.PublicKey
    let publicBytes: [UInt8]
    let auth: [UInt8]
    let expiresAt: Timestamp?

    /// The longest JSON that is looked at.
    static let sizeLimit = 8192

    /// Reads `{endpoint, expirationTime?, keys: {p256dh, auth}}`, as `PushSubscription.toJSON()` gives it.
    /// - Throws: ``SubscriptionProblem``.
    public init(token: String) throws(SubscriptionProblem) {
        guard token.utf8.count <= Self.sizeLimit,
            let json = try? JSONDecoder().decode(SubscriptionJSON.self, from: Data(token.utf8))
        else { throw SubscriptionProblem("JSON must hold endpoint and keys {p256dh, auth}") }
        guard let point = Base64URL.decodeLeniently(json.keys.p256dh), point.count == 65, point[0] == 0x04 else {
            throw SubscriptionProblem("p256dh must be 65 bytes in base64url: an uncompressed point")
        }
        // Also finds out whether the point lies on the curve: one that does not would give our secret away.
        guard let key = try? P256.KeyAgreement.PublicKey(x963Representation: point) else {
            throw SubscriptionProblem("p256dh must be a point on P-256")
        }
        guard let auth = Base64URL.decodeLeniently(json.keys.auth), auth.count == 16 else {
            throw SubscriptionProblem("auth must be 16 bytes in base64url")
        }
        endpoint = json.endpoint
        publicKey = key
        publicBytes = point
        self.auth = auth
        expiresAt = json.expirationTime.flatMap { Int64(exactly: $0.rounded()) }.map { Timestamp(milliseconds: $0) }
    }

    /// What is wrong with a subscription before it is stored; `nil` when it is right (R007).
    ///
    /// Any public host may be its push service; an app's provider also holds it against the hosts of the app.
    public static func problem(withToken token: String) -> String? {
        problem(withToken: token, rules: .publicHosts, now: nil)
    }

    /// The same, with the endpoints that are allowed, and the instant its `expirationTime` is held against.
    public static func problem(withToken token: String, rules: EndpointRules, now: Timestamp?) -> String? {
        let subscription: WebPushSubscription
        do {
            subscription = try WebPushSubscription(token: token)
        } catch {
            return "a subscription's \(error.text)"
        }
        do {
            _ = try rules.check(subscription.endpoint)
        } catch {
            return "a subscription's endpoint \(error.text)"
        }
        if let now, let expiresAt = subscription.expiresAt, expiresAt <= now { return "the subscription has expired" }
        return nil
    }
}

/// Why a subscription is none.
public struct SubscriptionProblem: Error, Sendable, Equatable {
    /// The error's code.
    public let code = "invalid-subscription"
    /// What is wrong, as a sentence without any secret.
    public let text: String

    init(_ text: String) { self.text = text }

    /// Equal when the same thing is wrong.
    public static func == (left: Self, right: Self) -> Bool { left.text == right.text }
}

private struct SubscriptionJSON: Decodable {
    struct Keys: Decodable {
        var p256dh: String
        var auth: String
    }

    var endpoint: String
    var expirationTime: Double?
    var keys: Keys
}
