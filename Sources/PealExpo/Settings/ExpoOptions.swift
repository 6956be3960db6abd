import PealProviderKit

/// The settings of the Expo provider for one app.
public struct ExpoOptions: Sendable {
    /// Where Expo takes messages.
    public static let expoEndpoint = "https://exp.host"

    /// Where messages are sent: scheme, host and port.
    public let endpoint: String
    /// Whether the iOS app holds Apple's entitlement for critical alerts; without it they are sent as time-sensitive.
    public let allowsCriticalAlerts: Bool
    /// How long a request may take.
    public let timeout: Duration
    /// Opens a project with enhanced push security: never logged.
    let accessToken: String?

    /// Puts the settings together.
    /// - Parameters:
    ///   - accessToken: an access token of the Expo account; needed when the project has enhanced push security.
    ///   - endpoint: another place than Expo's, for example a simulator's; over TLS unless it is on this machine.
    ///   - allowsCriticalAlerts: whether the iOS app may send critical alerts.
    ///   - timeout: how long a request may take.
    /// - Throws: ``ExpoConfigurationError`` with everything that is wrong at once.
    public init(
        accessToken: String? = nil,
        endpoint: String = ExpoOptions.expoEndpoint,
        allowsCriticalAlerts: Bool = false,
        timeout: Duration = .seconds(30)
    ) throws {
        var problems: [String] = []
        if let problem = SecureAddress.problem(with: endpoint) { problems.append("endpoint \(problem)") }
        if let accessToken {
            let isClean = accessToken.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
            if !isClean || !(1...4096).contains(accessToken.utf8.count) {
                problems.append("the access token is empty, too long or contains spaces")
            }
        }
        if timeout <= .zero { problems.append("timeout must be greater than 0") }
        guard problems.isEmpty else { throw ExpoConfigurationError(problems) }
        self.accessToken = accessToken
        self.endpoint = endpoint.hasSuffix("/") ? String(endpoint.dropLast()) : endpoint
        self.allowsCriticalAlerts = allowsCriticalAlerts
        self.timeout = timeout
    }

    var sendURL: String { endpoint + "/--/api/v2/push/send" }
    var receiptsURL: String { endpoint + "/--/api/v2/push/getReceipts" }
}

extension ExpoOptions: CustomStringConvertible, CustomReflectable {
    /// Where pushes go; never the access token.
    public var description: String { "Expo at \(endpoint)" }

    /// The same, for whoever prints what it holds.
    public var customMirror: Mirror { Mirror(self, children: ["endpoint": endpoint]) }
}
