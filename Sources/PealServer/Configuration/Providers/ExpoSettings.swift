/// What an operator sets to send through Expo.
struct ExpoSettings: Sendable {
    /// The keys of the section.
    static let keys: [String: ConfigurationKeys.Form] = [
        "enabled": .flag, "accessToken": .text, "accessTokenFile": .text, "endpoint": .text, "criticalAlerts": .flag,
    ].merging(LaneSettings.keys) { key, _ in key }

    /// The access token; Expo asks for one only under "enhanced security".
    var accessToken: String?
    /// Overrides Expo's URL.
    var endpoint: String?
    /// Whether the iOS app holds Apple's entitlement for critical alerts.
    var criticalAlerts = false
    /// The rate and the concurrency.
    var lane = LaneSettings()
}

extension ExpoSettings {
    /// Reads the section; `nil` when the app does not use Expo.
    ///
    /// Expo needs no credentials, so the section itself says that it is used: `expo: {enabled: true}`.
    init?(_ values: inout ConfigurationValues, section: String) {
        guard values.has(Array(Self.keys.keys), in: section), values.flag("\(section).enabled", default: true) else {
            return nil
        }
        accessToken = values.secret("\(section).accessToken")
        endpoint = values.text("\(section).endpoint")
        criticalAlerts = values.flag("\(section).criticalAlerts", default: false)
        lane = LaneSettings(&values, section: section)
    }
}
