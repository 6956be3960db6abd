import Foundation
import JWTKit
public import PealCore
import PealWire

/// Verifies (and in a sandbox mints) people's tokens: JWTs signed with HS256 under a secret of their app (design §7).
public struct PersonTokens: Sendable {
    /// A secret of an app, pinned to HS256.
    public struct Key: Sendable {
        /// The `kid` that tokens must carry; `nil` is for tokens without one.
        public var kid: String?
        /// At least 32 bytes.
        public var secret: [UInt8]

        /// Sets both.
        public init(kid: String?, secret: [UInt8]) {
            self.kid = kid
            self.secret = secret
        }
    }

    /// A secret too short to sign with.
    public struct WeakKey: Error, Sendable, CustomStringConvertible {
        /// The app.
        public let app: AppID
        /// Which app and how long it must be.
        public var description: String { "the JWT secret of \(app) has fewer than 32 bytes" }
    }

    /// How far ahead a token may expire unless an app says otherwise: 31 days.
    public static let usualLifetime = Duration.seconds(31 * 86_400)

    private let signers: [AppID: [String: any JWTAlgorithm]]
    private let lifetimes: [AppID: Duration]

    /// Prepares the keys of all apps.
    /// - Parameters:
    ///   - keys: the keys of each app.
    ///   - lifetimes: how far ahead an app's tokens may expire, where that is not ``usualLifetime``.
    /// - Throws: ``WeakKey`` for a secret under 32 bytes.
    public init(keys: [AppID: [Key]], lifetimes: [AppID: Duration] = [:]) async throws {
        self.lifetimes = lifetimes
        var signers: [AppID: [String: any JWTAlgorithm]] = [:]
        for (app, keys) in keys {
            for key in keys {
                guard key.secret.count >= 32 else { throw WeakKey(app: app) }
                let collection = JWTKeyCollection()
                await collection.add(hmac: HMACKey(from: key.secret), digestAlgorithm: .sha256)
                signers[app, default: [:]][key.kid ?? ""] = try await collection.getKey()
            }
        }
        self.signers = signers
    }

    /// Whom a token speaks for.
    struct Claims: Equatable {
        var app: AppID
        var user: UserID
        /// When it expires.
        var expiresAt: Timestamp
    }

    /// Checks form, algorithm, key, signature and times; the reason is for the log, never more than a constant.
    func verify(_ token: String, now: Timestamp) throws(Problem) -> Claims {
        let parts = token.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard token.utf8.count <= 8192, parts.count == 3, let head = Self.object(parts[0]),
            let claims = Self.object(parts[1]), let signature = Self.decoded(parts[2])
        else { throw Self.refused("the token is not a JWT") }
        // The algorithm is ours to choose, never the token's: `none` and confusion attacks end here.
        guard head["alg"]?.string == "HS256", head["crit"] == nil else {
            throw Self.refused("unsupported token algorithm")
        }
        let apps = Self.audience(claims["aud"]).filter { signers[$0] != nil }
        guard let app = apps.first, let keys = signers[app] else {
            throw Self.refused("the token's audience (aud) is not an app of this server")
        }
        guard apps.count == 1 else {
            throw Self.refused("the token's audience (aud) names more than one app of this server")
        }
        guard let signer = signer(kid: head["kid"], among: keys) else {
            throw Self.refused("unknown token key (kid)")
        }
        let signed = Array(parts[0]) + [UInt8(ascii: ".")] + Array(parts[1])
        guard (try? signer.verify(signature, signs: signed)) == true else {
            throw Self.refused("invalid token signature")
        }
        guard let expires = Self.seconds(claims["exp"]) else { throw Self.refused("the token has no expiry (exp)") }
        let second = Double(now.milliseconds) / 1000
        guard second < expires else { throw Self.expired }
        // A token that never ends cannot be revoked: it is a key, and keys are not for phones.
        let longest = lifetimes[app] ?? Self.usualLifetime
        guard expires - second <= Double(longest.components.seconds) else {
            throw Self.refused("the token expires too far ahead: \(longest.iso8601) is the most")
        }
        if claims["nbf"] != nil {
            guard let from = Self.seconds(claims["nbf"]), from <= second else {
                throw Self.refused("the token is not valid yet")
            }
        }
        guard let subject = claims["sub"]?.string, Self.isUser(subject) else {
            throw Self.refused("the token has no valid subject (sub)")
        }
        let expiresAt = Timestamp(milliseconds: Int64(expires * 1000))
        return Claims(app: app, user: UserID(subject), expiresAt: expiresAt)
    }

    /// A token for a person, as an app's backend would make it; `nil` when the app has no key.
    public func mint(app: AppID, user: UserID, now: Timestamp, expiresIn: Duration) throws -> String? {
        guard let (kid, signer) = signers[app]?.min(by: { $0.key < $1.key }) else { return nil }
        let head = JSONWriter.bytes { writer in
            writer.object { writer in
                writer.member("alg", "HS256")
                writer.member("typ", "JWT")
                if !kid.isEmpty { writer.member("kid", kid) }
            }
        }
        let claims = JSONWriter.bytes { writer in
            writer.object { writer in
                writer.member("sub", user.rawValue)
                writer.member("aud", app.rawValue)
                writer.member("iat", Int(now.seconds))
                writer.member("exp", Int((now + expiresIn).seconds))
            }
        }
        let signed = "\(Base64URL.encode(head)).\(Base64URL.encode(claims))"
        return "\(signed).\(Base64URL.encode(try signer.sign(Array(signed.utf8))))"
    }

    private func signer(kid: JSONValue?, among keys: [String: any JWTAlgorithm]) -> (any JWTAlgorithm)? {
        guard let kid else { return keys[""] }
        return kid.string.flatMap { $0.isEmpty ? nil : keys[$0] }
    }

    static let expired = refused("the token has expired")

    private static func refused(_ reason: String) -> Problem { Problem(.unauthenticated, reason) }

    private static func decoded(_ part: Substring.UTF8View.SubSequence) -> [UInt8]? {
        Base64URL.decode(Substring(part))
    }

    private static func object(_ part: Substring.UTF8View.SubSequence) -> [String: JSONValue]? {
        guard let bytes = decoded(part), let json = try? JSONParser.parse(bytes) else { return nil }
        return json.object
    }

    /// One name, or a list of names in which others than ours may stand (RFC 7519 §4.1.3); empty when it is neither.
    private static func audience(_ value: JSONValue?) -> Set<AppID> {
        switch value {
        case .string(let app): [AppID(app)]
        case .array(let apps) where apps.allSatisfy({ $0.string != nil }):
            Set(apps.compactMap(\.string).map { AppID($0) })
        default: []
        }
    }

    private static func seconds(_ value: JSONValue?) -> Double? {
        switch value {
        case .integer(let seconds): Double(seconds)
        case .number(let seconds): seconds
        default: nil
        }
    }

    private static func isUser(_ text: String) -> Bool { UserName.isValid(text) }
}
