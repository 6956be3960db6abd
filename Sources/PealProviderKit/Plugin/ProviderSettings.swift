public import PealCore

/// What an operator sets to send through one push service: the provider's section of an app.
public protocol ProviderSettings: Sendable {
    /// The keys of the section.
    static var keys: [String: SettingForm] { get }

    /// The lines of a new configuration that show how the section is set, without the section's name.
    static func example(for app: AppID) -> [String]

    /// Reads a section in which at least one key is set; `nil` when it switches the service off, or when what is needed is
    /// missing and reported.
    init?(_ section: inout SettingsSection)

    /// The rate and the concurrency.
    var queue: QueueSettings { get }

    /// Whether certificates of the operator's own are trusted.
    var trustsOwnRoots: Bool { get }

    /// The services that are called, as the operator set them: over TLS their time counts when the clock is in question. None where
    /// clients choose the address.
    var services: [ServiceAddress] { get }

    /// What a credential seems to hold in place of what belongs there, as the end of a message; `nil` when nothing is
    /// recognised.
    var mixUp: String? { get }

    /// What is set in the right form and will not work, each as a sentence with what to do: for `peal doctor`.
    var warnings: [String] { get }
}

extension ProviderSettings {
    /// Only the machine's certificates.
    public var trustsOwnRoots: Bool { false }

    /// None.
    public var services: [ServiceAddress] { [] }

    /// Nothing is recognised.
    public var mixUp: String? { nil }

    /// There are none.
    public var warnings: [String] { [] }
}

/// Where a service is that Peal calls with credentials, or for keys.
public struct ServiceAddress: Sendable, Hashable {
    /// The URL.
    public var url: String
    /// Additional CA certificates, as PEM.
    public var trustRoots: String?

    /// Joins both parts.
    public init(_ url: String, trustRoots: String? = nil) {
        self.url = url
        self.trustRoots = trustRoots
    }
}
