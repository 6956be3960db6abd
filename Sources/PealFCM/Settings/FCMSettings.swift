public import PealCore
public import PealProviderKit

/// What an operator sets to send through FCM.
public struct FCMSettings: ProviderSettings {
    /// The keys of the section.
    public static let keys: [String: SettingForm] = [
        "credentials": .text, "credentialsFile": .text, "endpoint": .text, "caFile": .text, "criticalAlerts": .flag,
    ]

    /// The service account, as JSON.
    public var serviceAccount: String
    /// Overrides Google's URL.
    public var endpoint: String?
    /// Additional CA certificates, as PEM; the host then has to speak HTTP/2.
    public var trustRoots: String?
    /// Whether the iOS app holds Apple's entitlement for critical alerts.
    public var criticalAlerts = false
    /// The rate and the concurrency.
    public var queue = QueueSettings()

    /// Reads the section; `nil` when something is missing.
    public init?(_ section: inout SettingsSection) {
        let account = section.secret("credentials")
        endpoint = section.text("endpoint")
        trustRoots = section.file("caFile")
        criticalAlerts = section.flag("criticalAlerts", default: false)
        queue = QueueSettings(&section)
        guard let account else {
            if section.problems.isEmpty {
                section.report(
                    "name the service account's JSON file (Firebase console, Project settings, Service accounts)",
                    at: "credentialsFile"
                )
            }
            return nil
        }
        serviceAccount = account
    }

    /// Shows what every app has to set.
    public static func example(for app: AppID) -> [String] { ["credentialsFile: \(app)-service-account.json"] }

    /// The token service first: it answers everyone.
    public var services: [ServiceAddress] {
        let account = try? ServiceAccount(json: Array(serviceAccount.utf8))
        return (account.map { [ServiceAddress($0.tokenURI)] } ?? [])
            + [ServiceAddress(endpoint ?? FCMOptions.googleEndpoint, trustRoots: trustRoots)]
    }

    /// Whether certificates of the operator's own are trusted.
    public var trustsOwnRoots: Bool { trustRoots != nil }
}
