public import PealCore
public import PealProviderKit

/// What an operator sets to send through Web Push.
public struct WebPushSettings: ProviderSettings {
    /// The keys of the section.
    public static let keys: [String: SettingForm] = [
        "key": .text, "keyFile": .text, "subject": .text, "hosts": .list, "allow": .list, "caFile": .text,
    ]

    /// The private VAPID key (RFC 8292).
    public var privateKey: String
    /// How a push service can contact the operator: `mailto:` or `https:`.
    public var subject: String
    /// Hosts of push services in place of the well-known ones.
    public var hosts: [String]?
    /// `host:port` of private push services, which may be in a private network.
    public var allowed: [String] = []
    /// Additional CA certificates, as PEM, for a private push service.
    public var trustRoots: String?
    /// The rate and the concurrency.
    public var queue = QueueSettings()

    /// Reads the section; `nil` when something is missing.
    public init?(_ section: inout SettingsSection) {
        let key = section.secret("key")
        var missing = key == nil && section.problems.isEmpty ? ["key (`peal keys vapid` creates one)"] : []
        let contact = section.text("subject")
        if contact == nil { missing.append("subject (\"mailto:you@example.org\")") }
        if !missing.isEmpty { section.report("set \(missing.joined(separator: ", "))") }
        privateKey = key ?? ""
        subject = contact ?? ""
        hosts = section.list("hosts")
        allowed = section.list("allow") ?? []
        trustRoots = section.file("caFile")
        queue = QueueSettings(&section)
        guard key != nil, contact != nil else { return nil }
    }

    /// Shows what every app has to set.
    public static func example(for _: AppID) -> [String] {
        [
            "key: \"…\"                          # the private key of `peal keys vapid`",
            "subject: mailto:push@example.com",
        ]
    }

    /// Whether certificates of the operator's own are trusted.
    public var trustsOwnRoots: Bool { trustRoots != nil }

    /// A contact that push services refuse.
    public var warnings: [String] {
        VAPIDContact(subject)?.obstacle.map { obstacle in
            ["subject: \(obstacle), and Apple refuses every push for it; write mailto: and an address that reaches you"]
        } ?? []
    }

    /// Both keys, or the public one, in place of the private key.
    public var mixUp: String? {
        if privateKey.hasPrefix("private ") {
            return "use the private key only, without the word before it and the public key below"
        }
        // An uncompressed point is 65 bytes that begin with 4: 87 letters of base64 that begin with B (RFC 8292, 3.2).
        let length = privateKey.utf8.count { $0 != UInt8(ascii: "=") }
        guard length == 87, privateKey.first == "B", !privateKey.contains("-----") else { return nil }
        return "this is the public key (65 bytes); use the private key that `peal keys vapid` printed with it"
    }
}
