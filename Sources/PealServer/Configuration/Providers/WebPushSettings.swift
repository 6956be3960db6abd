/// What an operator sets to send through Web Push.
struct WebPushSettings: Sendable {
    /// The keys of the section.
    static let keys: [String: ConfigurationKeys.Form] = [
        "key": .text, "keyFile": .text, "subject": .text, "hosts": .list, "allow": .list, "caFile": .text,
    ].merging(LaneSettings.keys) { key, _ in key }

    /// The private VAPID key (RFC 8292).
    var privateKey: String
    /// How a push service can contact the operator: `mailto:` or `https:`.
    var subject: String
    /// Hosts of push services in place of the well-known ones.
    var hosts: [String]?
    /// `host:port` of private push services, which may be in a private network.
    var allowed: [String] = []
    /// Additional CA certificates, as PEM, for a private push service.
    var trustRoots: String?
    /// The rate and the concurrency.
    var lane = LaneSettings()

    /// The origin of a sandbox's endpoints: they are https, though the simulator is reached without TLS.
    var simulatorOrigin: String? { allowed.first.map { $0.replacing("http://", with: "https://") } }
}

extension WebPushSettings {
    /// Reads the section; `nil` when the app does not use Web Push.
    init?(_ values: inout ConfigurationValues, section: String) {
        guard values.has(Array(Self.keys.keys), in: section) else { return nil }
        let known = values.problems.count
        let key = values.secret("\(section).key")
        var missing = key == nil && values.problems.count == known ? ["key (`peal keys vapid` creates one)"] : []
        let contact = values.text("\(section).subject")
        if contact == nil { missing.append("subject (\"mailto:you@example.org\")") }
        if !missing.isEmpty { values.report(["\(section): set \(missing.joined(separator: ", "))"]) }
        privateKey = key ?? ""
        subject = contact ?? ""
        hosts = values.list("\(section).hosts")
        allowed = values.list("\(section).allow") ?? []
        trustRoots = values.file("\(section).caFile")
        lane = LaneSettings(&values, section: section)
        guard key != nil, contact != nil else { return nil }
    }
}
