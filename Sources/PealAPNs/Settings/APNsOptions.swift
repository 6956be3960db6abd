import Crypto
import NIOSSL
import PealCore
import PealHTTP2

/// The settings of the APNs provider for one app.
public struct APNsOptions: Sendable {
    /// Where Apple takes pushes for apps from the store and TestFlight.
    public static let appleProduction = "https://api.push.apple.com:443"
    /// Where Apple takes pushes for apps started from Xcode.
    public static let appleSandbox = "https://api.sandbox.push.apple.com:443"

    /// The key's id, 10 characters.
    public let keyID: String
    /// The developer team's id, 10 characters.
    public let teamID: String
    /// The app, which is the topic of its pushes.
    public let bundleID: String
    /// Whether the app holds Apple's entitlement for critical alerts; without it they are sent as time-sensitive.
    public let allowsCriticalAlerts: Bool
    /// How many connections each environment may have.
    public let connections: Int
    /// How long a send may take.
    public let timeout: Duration

    let signingKey: P256.Signing.PrivateKey
    let production: HTTP2Endpoint
    let sandbox: HTTP2Endpoint
    let tls: NIOSSLContext

    /// The most connections one environment may have.
    static let connectionLimit = 16

    /// Puts the settings together.
    /// - Parameters:
    ///   - signingKey: the text of the `.p8` file (PKCS#8 in PEM form) of an APNs key.
    ///   - keyID: the key's id.
    ///   - teamID: the developer team's id.
    ///   - bundleID: the app's bundle id.
    ///   - productionEndpoint: another place than Apple's, for example a simulator's.
    ///   - sandboxEndpoint: the same for the development environment (`sandbox`).
    ///   - trustRootsPEM: certificate authorities to trust beside the machine's, for example a simulator's.
    ///   - allowsCriticalAlerts: whether the app may send critical alerts.
    ///   - connections: how many connections each environment may have, 1 to 16.
    ///   - timeout: how long a send may take, 1 to 60 seconds.
    /// - Throws: ``APNsConfigurationError`` with everything that is wrong at once.
    public init(
        signingKey: String,
        keyID: String,
        teamID: String,
        bundleID: String,
        productionEndpoint: String = APNsOptions.appleProduction,
        sandboxEndpoint: String = APNsOptions.appleSandbox,
        trustRootsPEM: String? = nil,
        allowsCriticalAlerts: Bool = false,
        connections: Int = 2,
        timeout: Duration = .seconds(15)
    ) throws {
        var problems: [String] = []
        let key = Self.key(signingKey, &problems)
        if !Self.isShortID(keyID) {
            problems.append(
                "the key id must be the 10 letters and digits next to the key in the Apple developer account"
            )
        }
        if !Self.isShortID(teamID) {
            problems.append("the team id must be the 10 letters and digits on the account's membership page")
        }
        if !Self.isBundleID(bundleID) {
            problems.append("the bundle id must be the app's own, such as com.example.app")
        }
        let production = HTTP2Endpoint(productionEndpoint)
        if production == nil { problems.append("the production endpoint must be https://host:port without a path") }
        let sandbox = HTTP2Endpoint(sandboxEndpoint)
        if sandbox == nil { problems.append("the sandbox endpoint must be https://host:port without a path") }
        if !(1...Self.connectionLimit).contains(connections) {
            problems.append("connections must be 1 to \(Self.connectionLimit)")
        }
        if timeout < .seconds(1) || timeout > .seconds(60) { problems.append("timeout must be 1 to 60 seconds") }
        let tls = Self.tls(trustRootsPEM, &problems)
        guard problems.isEmpty, let key, let production, let sandbox, let tls else {
            throw APNsConfigurationError(problems)
        }
        self.signingKey = key
        self.keyID = keyID
        self.teamID = teamID
        self.bundleID = bundleID
        self.production = production
        self.sandbox = sandbox
        self.tls = tls
        self.allowsCriticalAlerts = allowsCriticalAlerts
        self.connections = connections
        self.timeout = timeout
    }

    private static func key(_ pem: String, _ problems: inout [String]) -> P256.Signing.PrivateKey? {
        let text = pem.trimmed
        if !text.contains("\n"), text.contains("\\n") {
            problems.append("the signing key contains backslash-n instead of line breaks: use the unchanged .p8 file")
            return nil
        }
        guard text.utf8.count <= 4096, text.hasPrefix("-----BEGIN PRIVATE KEY-----") else {
            problems.append("the signing key must be the text of the .p8 file, beginning with BEGIN PRIVATE KEY")
            return nil
        }
        guard let key = try? P256.Signing.PrivateKey(pemRepresentation: text) else {
            problems.append("the signing key is not a P-256 key: download the .p8 file of an APNs key again")
            return nil
        }
        return key
    }

    private static func tls(_ trustRootsPEM: String?, _ problems: inout [String]) -> NIOSSLContext? {
        do {
            return try HTTP2TLS.context(trustRootsPEM: trustRootsPEM)
        } catch {
            problems.append(error.text)
            return nil
        }
    }

    private static func isShortID(_ text: String) -> Bool {
        text.utf8.count == 10 && text.utf8.allSatisfy(\.isASCIIAlphanumeric)
    }

    private static func isBundleID(_ text: String) -> Bool {
        (1...155).contains(text.utf8.count)
            && text.isASCIIAlphanumeric(or: ".-")
    }
}

extension String {
    fileprivate var trimmed: String {
        let start = drop { $0.isWhitespace }
        return String(start.reversed().drop { $0.isWhitespace }.reversed())
    }
}
