/// What an operator sets to send through APNs.
struct APNsSettings: Sendable {
    /// The keys of the section.
    static let keys: [String: ConfigurationKeys.Form] = [
        "key": .text, "keyFile": .text, "keyId": .text, "teamId": .text, "bundleId": .text, "endpoint": .text,
        "sandboxEndpoint": .text, "caFile": .text, "criticalAlerts": .flag, "connections": .text,
    ].merging(LaneSettings.keys) { key, _ in key }

    /// The signing key, the text of a `.p8` file.
    var signingKey: String
    /// The signing key's name at Apple.
    var keyID: String
    /// The team the key belongs to.
    var teamID: String
    /// The app's bundle identifier.
    var bundleID: String
    /// Overrides Apple's URL for devices of the App Store and TestFlight.
    var endpoint: String?
    /// Overrides Apple's URL for devices of development builds.
    var sandboxEndpoint: String?
    /// Additional CA certificates, as PEM.
    var trustRoots: String?
    /// Whether the app holds Apple's entitlement for critical alerts.
    var criticalAlerts = false
    /// How many connections are kept to each URL.
    var connections: Int?
    /// The rate and the concurrency.
    var lane = LaneSettings()
}

extension APNsSettings {
    /// Reads the section; `nil` when the app does not use APNs.
    init?(_ values: inout ConfigurationValues, section: String) {
        guard values.has(Array(Self.keys.keys), in: section) else { return nil }
        let known = values.problems.count
        let key = values.secret("\(section).key")
        var missing = key == nil && values.problems.count == known ? ["keyFile (the .p8 file)"] : []
        let names = [
            ("keyId", "keyId (Apple Developer, Keys)"), ("teamId", "teamId (Apple Developer, Membership)"),
            ("bundleId", "bundleId (the app's bundle identifier)"),
        ].map { name, hint in
            let value = values.text("\(section).\(name)")
            if value == nil { missing.append(hint) }
            return value ?? ""
        }
        if !missing.isEmpty { values.report(["\(section): set \(missing.joined(separator: ", "))"]) }
        signingKey = key ?? ""
        keyID = names[0]
        teamID = names[1]
        bundleID = names[2]
        endpoint = values.text("\(section).endpoint")
        sandboxEndpoint = values.text("\(section).sandboxEndpoint")
        trustRoots = values.file("\(section).caFile")
        criticalAlerts = values.flag("\(section).criticalAlerts", default: false)
        connections = values.number("\(section).connections", 1...16)
        lane = LaneSettings(&values, section: section)
        guard key != nil, missing.isEmpty else { return nil }
    }
}
