public import PealCore
public import PealProviderKit

/// What an operator sets to send through APNs.
public struct APNsSettings: ProviderSettings {
    /// The keys of the section.
    public static let keys: [String: SettingForm] = [
        "key": .text, "keyFile": .text, "keyId": .text, "teamId": .text, "bundleId": .text, "endpoint": .text,
        "sandboxEndpoint": .text, "caFile": .text, "criticalAlerts": .flag, "connections": .text,
    ]

    /// The signing key, the text of a `.p8` file.
    public var signingKey: String
    /// The signing key's name at Apple.
    public var keyID: String
    /// The team the key belongs to.
    public var teamID: String
    /// The app's bundle identifier.
    public var bundleID: String
    /// Overrides Apple's URL for devices of the App Store and TestFlight.
    public var endpoint: String?
    /// Overrides Apple's URL for devices of development builds.
    public var sandboxEndpoint: String?
    /// Additional CA certificates, as PEM.
    public var trustRoots: String?
    /// Whether the app holds Apple's entitlement for critical alerts.
    public var criticalAlerts = false
    /// How many connections are kept to each URL.
    public var connections: Int?
    /// The rate and the concurrency.
    public var queue = QueueSettings()

    /// Reads the section; `nil` when something is missing.
    public init?(_ section: inout SettingsSection) {
        let key = section.secret("key")
        var missing = key == nil && section.problems.isEmpty ? ["keyFile (the .p8 file)"] : []
        let names = [
            ("keyId", "keyId (Apple Developer, Keys)"), ("teamId", "teamId (Apple Developer, Membership)"),
            ("bundleId", "bundleId (the app's bundle identifier)"),
        ].map { name, hint in
            let value = section.text(name)
            if value == nil { missing.append(hint) }
            return value ?? ""
        }
        if !missing.isEmpty { section.report("set \(missing.joined(separator: ", "))") }
        signingKey = key ?? ""
        keyID = names[0]
        teamID = names[1]
        bundleID = names[2]
        endpoint = section.text("endpoint")
        sandboxEndpoint = section.text("sandboxEndpoint")
        trustRoots = section.file("caFile")
        criticalAlerts = section.flag("criticalAlerts", default: false)
        connections = section.number("connections", 1...16)
        queue = QueueSettings(&section)
        guard key != nil, missing.isEmpty else { return nil }
    }

    /// Shows what every app has to set.
    public static func example(for app: AppID) -> [String] {
        [
            "keyFile: AuthKey_ABCDE12345.p8   # relative to this file", "keyId: ABCDE12345", "teamId: TEAM123456",
            "bundleId: com.example.\(app)",
        ]
    }

    /// Apple's service for devices of the App Store.
    public var services: [ServiceAddress] {
        [ServiceAddress(endpoint ?? APNsOptions.appleProduction, trustRoots: trustRoots)]
    }

    /// Whether certificates of the operator's own are trusted.
    public var trustsOwnRoots: Bool { trustRoots != nil }

    /// A service account of Google's in place of the key.
    public var mixUp: String? {
        signingKey.first == "{"
            ? "keyFile is JSON, not a PEM key; a service account belongs in fcm.credentialsFile" : nil
    }
}
