/// What an operator sets to send through FCM.
struct FCMSettings: Sendable {
    /// The keys of the section.
    static let keys: [String: ConfigurationKeys.Form] = [
        "credentials": .text, "credentialsFile": .text, "endpoint": .text, "caFile": .text, "criticalAlerts": .flag,
    ].merging(LaneSettings.keys) { key, _ in key }

    /// The service account, as JSON.
    var serviceAccount: String
    /// Overrides Google's URL.
    var endpoint: String?
    /// Additional CA certificates, as PEM; the host then has to speak HTTP/2.
    var trustRoots: String?
    /// Whether the iOS app holds Apple's entitlement for critical alerts.
    var criticalAlerts = false
    /// The rate and the concurrency.
    var lane = LaneSettings()
}

extension FCMSettings {
    /// Reads the section; `nil` when the app does not use FCM.
    init?(_ values: inout ConfigurationValues, section: String) {
        guard values.has(Array(Self.keys.keys), in: section) else { return nil }
        let known = values.problems.count
        let account = values.secret("\(section).credentials")
        endpoint = values.text("\(section).endpoint")
        trustRoots = values.file("\(section).caFile")
        criticalAlerts = values.flag("\(section).criticalAlerts", default: false)
        lane = LaneSettings(&values, section: section)
        guard let account else {
            if values.problems.count == known {
                values.report([
                    "\(section).credentialsFile: name the service account's JSON file "
                        + "(Firebase console, Project settings, Service accounts)"
                ])
            }
            return nil
        }
        serviceAccount = account
    }
}
