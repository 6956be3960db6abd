public import PealCore
public import PealProviderKit

/// What an operator sets to send through the sample service.
public struct SampleSettings: ProviderSettings {
    /// The keys of the section.
    public static let keys: [String: SettingForm] = ["key": .text, "keyFile": .text, "endpoint": .text]

    /// What requests are signed with.
    public var key: String
    /// Where the service is.
    public var endpoint: String
    /// The rate and the concurrency.
    public var queue = QueueSettings()

    /// Reads the section; `nil` when something is missing.
    public init?(_ section: inout SettingsSection) {
        let key = section.secret("key")
        let endpoint = section.text("endpoint")
        if key == nil, section.problems.isEmpty { section.report("set key (from the sample service's console)") }
        queue = QueueSettings(&section)
        guard let key else { return nil }
        self.key = key
        self.endpoint = endpoint ?? "https://push.sample.invalid"
    }

    /// Shows what every app has to set.
    public static func example(for app: AppID) -> [String] { ["keyFile: \(app)-sample.key"] }

    /// A key of another service.
    public var mixUp: String? { key.hasPrefix("sample-") ? nil : "a key of the sample service begins with sample-" }
}
