public import PealCore
public import PealProviderKit

/// What an operator sets to send through Expo.
public struct ExpoSettings: ProviderSettings {
    /// The keys of the section.
    public static let keys: [String: SettingForm] = [
        "enabled": .flag, "accessToken": .text, "accessTokenFile": .text, "endpoint": .text, "criticalAlerts": .flag,
    ]

    /// The access token; Expo asks for one only under "enhanced security".
    public var accessToken: String?
    /// Overrides Expo's URL.
    public var endpoint: String?
    /// Whether the iOS app holds Apple's entitlement for critical alerts.
    public var criticalAlerts = false
    /// The rate and the concurrency.
    public var queue = QueueSettings()

    /// Reads the section; `nil` when it says that Expo is not used.
    ///
    /// Expo needs no credentials, so the section itself says that it is used: `expo: {enabled: true}`.
    public init?(_ section: inout SettingsSection) {
        guard section.flag("enabled", default: true) else { return nil }
        accessToken = section.secret("accessToken")
        endpoint = section.text("endpoint")
        criticalAlerts = section.flag("criticalAlerts", default: false)
        queue = QueueSettings(&section)
    }

    /// Expo's service.
    public var services: [ServiceAddress] { [ServiceAddress(endpoint ?? ExpoOptions.expoEndpoint)] }

    /// Shows what says that it is used.
    public static func example(for _: AppID) -> [String] { ["enabled: true"] }
}
