public import PealProviderKit

/// The settings of the Web Push provider for one app.
public struct WebPushOptions: Sendable {
    /// The push services of the browsers: Google, Mozilla, Apple, Microsoft, and Google's older host.
    public static let browserHosts = [
        "fcm.googleapis.com", "updates.push.services.mozilla.com", "*.push.apple.com", "*.notify.windows.com",
        "android.googleapis.com",
    ]

    /// The key every push is signed with, and every subscription of the app is bound to (RFC 8292).
    public let key: VAPIDKey
    /// The contact that a push service may ask about our pushes: `mailto:` or `https:`.
    public let subject: String
    /// Which endpoints may be called; the transport has to hold to the same.
    public let endpointRules: EndpointRules
    /// How long a send may take.
    public let timeout: Duration

    /// Puts the settings together.
    /// - Parameters:
    ///   - vapidPrivateKey: the private key: 32 bytes in base64url as the usual generators print it, or PEM.
    ///   - subject: a `mailto:` or `https:` address; Apple and Mozilla ask for one.
    ///   - allowedHosts: the hosts of the push services, a name or `*.` and a suffix; `nil` allows every public host.
    ///   - exceptions: `host:port` pairs that may be called although they are not public; see ``EndpointRules``.
    ///   - timeout: how long a send may take.
    /// - Throws: ``WebPushConfigurationError`` with everything that is wrong at once.
    public init(
        vapidPrivateKey: String,
        subject: String,
        allowedHosts: [String]? = WebPushOptions.browserHosts,
        exceptions: [String] = [],
        timeout: Duration = .seconds(15)
    ) throws {
        var problems: [String] = []
        let key = VAPIDKey(vapidPrivateKey)
        if key == nil {
            problems.append("the VAPID key is neither 32 bytes in base64url nor a P-256 private key in PEM form")
        }
        if VAPIDContact(subject) == nil {
            problems.append("subject must be a mailto: or https: address, such as mailto:push@your-domain")
        }
        if timeout <= .zero || timeout > .seconds(300) { problems.append("timeout must be between 0 and 300 s") }
        var rules: EndpointRules?
        do {
            rules = try EndpointRules(allowedHosts: allowedHosts, exceptions: exceptions)
        } catch let error as EndpointRulesError {
            problems += error.problems
        }
        guard let key, let rules, problems.isEmpty else { throw WebPushConfigurationError(problems) }
        self.key = key
        self.subject = subject
        endpointRules = rules
        self.timeout = timeout
    }

    /// What browsers subscribe with, in base64url: goes into the client's configuration.
    public var applicationServerKey: String { key.applicationServerKey }
}
