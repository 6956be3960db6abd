public import PealCore
public import PealProviderKit

/// What an operator sets to speak over the radio.
public struct RadioSettings: ProviderSettings {
    /// The keys of the section.
    public static let keys: [String: SettingForm] = ["key": .text, "keyFile": .text, "endpoint": .text]

    /// What requests are signed with.
    public var key: String
    /// Where the station is.
    public var endpoint: String
    /// The rate and the concurrency.
    public var queue = QueueSettings()

    /// Reads the section; `nil` when something is missing.
    public init?(_ section: inout SettingsSection) {
        let key = section.secret("key")
        let endpoint = section.text("endpoint")
        if key == nil, section.problems.isEmpty { section.report("set key (from the station)") }
        queue = QueueSettings(&section)
        guard let key else { return nil }
        self.key = key
        self.endpoint = endpoint ?? "https://station.radio.invalid"
    }

    /// Shows what every app has to set.
    public static func example(for app: AppID) -> [String] { ["keyFile: \(app)-radio.key"] }
}
