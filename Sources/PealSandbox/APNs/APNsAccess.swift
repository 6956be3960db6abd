import Crypto
import PealCore
import Synchronization

/// The apps, their keys, and which provider tokens the keys really signed.
final class APNsAccess: Sendable {
    /// A provider token whose signature is good.
    struct ProviderToken: Sendable, Equatable {
        var app: String
        var bundleID: String
        var keyID: String
        var issuedAt: Timestamp
    }

    private struct App {
        var name: String
        var credentials: APNsCredentials
        var key: P256.Signing.PublicKey
    }

    private struct State {
        /// By key id.
        var apps: [String: App] = [:]
        var keyIDs: [String: String] = [:]
        /// By the token's text: signatures cost 50 µs, so each is verified once.
        var verified: [String: ProviderToken] = [:]
    }

    static let appLimit = 1_000
    private static let tokenLimit = 4_096
    private static let tokenLength = 4_096

    private let world: SandboxWorld
    private let state = Mutex(State())

    init(world: SandboxWorld) { self.world = world }

    static func bundleID(of app: String) -> String { "app.peal.sandbox.\(app)" }

    /// The credentials of an app, the same each time.
    func credentials(app: String) throws -> APNsCredentials {
        guard ProjectName.isValid(app) else { throw SimulatorError(.invalidName, "not a name of an app") }
        return try state.withLock { state in
            if let known = state.keyIDs[app].flatMap({ state.apps[$0] }) { return known.credentials }
            guard state.apps.count < Self.appLimit else {
                throw SimulatorError(.limitReached, "there are \(Self.appLimit) apps")
            }
            let key = P256.Signing.PrivateKey()
            let credentials = APNsCredentials(
                signingKeyPEM: key.pemRepresentation,
                keyID: identifier(),
                teamID: identifier(),
                bundleID: Self.bundleID(of: app)
            )
            state.keyIDs[app] = credentials.keyID
            state.apps[credentials.keyID] = App(name: app, credentials: credentials, key: key.publicKey)
            return credentials
        }
    }

    /// The provider token a text holds; `nil` when no app's key signed it.
    func verify(_ text: String) -> ProviderToken? {
        if let known = state.withLock({ $0.verified[text] }) { return known }
        guard text.utf8.count <= Self.tokenLength else { return nil }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3,
            let header = Base64URL.decode(parts[0]).flatMap({ JSONText.parse($0)?.object }),
            let claims = Base64URL.decode(parts[1]).flatMap({ JSONText.parse($0)?.object }),
            let raw = Base64URL.decode(parts[2]),
            header["alg"]?.string == "ES256",
            let app = header["kid"]?.string.flatMap({ id in state.withLock { $0.apps[id] } }),
            claims["iss"]?.string == app.credentials.teamID,
            let seconds = Self.instant(claims["iat"]), (0...253_402_300_799).contains(seconds),
            // The signature is r and s, 64 bytes: DER is not taken (RFC 7518 §3.4).
            let signature = try? P256.Signing.ECDSASignature(rawRepresentation: raw),
            app.key.isValidSignature(signature, for: Array("\(parts[0]).\(parts[1])".utf8))
        else { return nil }
        let token = ProviderToken(
            app: app.name,
            bundleID: app.credentials.bundleID,
            keyID: app.credentials.keyID,
            issuedAt: Timestamp(seconds: seconds)
        )
        state.withLock { state in
            if state.verified.count >= Self.tokenLimit, let any = state.verified.keys.first {
                state.verified[any] = nil
            }
            state.verified[text] = token
        }
        return token
    }

    /// A NumericDate (RFC 7519 §2): some libraries write it with a fraction or as text, and Apple takes it.
    private static func instant(_ value: JSONValue?) -> Int64? {
        switch value {
        case .integer(let seconds): seconds
        case .number(let seconds): Int64(exactly: seconds.rounded(.down))
        case .string(let text) where text.utf8.count <= 32:
            Int64(text) ?? Double(text).flatMap { Int64(exactly: $0.rounded(.down)) }
        default: nil
        }
    }

    /// Ten characters, as Apple's ids have.
    private func identifier() -> String {
        let digits = String(world.random(), radix: 36, uppercase: true)
        return String((digits + "0000000000").prefix(10))
    }
}
