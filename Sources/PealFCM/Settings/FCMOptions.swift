import PealProviderKit

/// The settings of the FCM provider for one app.
public struct FCMOptions: Sendable {
    /// Where Google takes messages.
    public static let googleEndpoint = "https://fcm.googleapis.com"

    /// Who Peal is towards FCM.
    public var account: ServiceAccount
    /// Where messages are sent: scheme, host and port.
    public let endpoint: String
    /// Whether the iOS app holds Apple's entitlement for critical alerts; without it they are sent as time-sensitive.
    public var allowsCriticalAlerts: Bool
    /// How long a send may take; Google asks for at least 10 s.
    public var timeout: Duration

    /// Puts the settings together.
    /// - Parameters:
    ///   - serviceAccount: the JSON file of the service account.
    ///   - endpoint: another place than Google's, for example a simulator's; over TLS unless it is on this machine.
    ///   - allowsCriticalAlerts: whether the iOS app may send critical alerts.
    ///   - timeout: how long a send may take.
    /// - Throws: ``FCMConfigurationError`` with everything that is wrong at once.
    public init(
        serviceAccount: [UInt8],
        endpoint: String = FCMOptions.googleEndpoint,
        allowsCriticalAlerts: Bool = false,
        timeout: Duration = .seconds(10)
    ) throws {
        let endpointProblem = SecureAddress.problem(with: endpoint).map { "endpoint \($0)" }
        let account: ServiceAccount
        do {
            account = try ServiceAccount(json: serviceAccount)
        } catch let error as FCMConfigurationError {
            throw FCMConfigurationError(error.problems + [endpointProblem].compactMap { $0 })
        }
        if let endpointProblem { throw FCMConfigurationError([endpointProblem]) }
        self.account = account
        self.endpoint = endpoint.hasSuffix("/") ? String(endpoint.dropLast()) : endpoint
        self.allowsCriticalAlerts = allowsCriticalAlerts
        self.timeout = timeout
    }

    var sendURL: String { endpoint + sendPath }
    var sendPath: String { "/v1/projects/\(account.projectID)/messages:send" }
}
