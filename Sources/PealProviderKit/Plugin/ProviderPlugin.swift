public import PealCore

/// A push service as the server uses it: everything about it that the server does not know itself.
///
/// Each provider's target has one. The composition root lists them, and only that list tells providers apart.
public struct ProviderPlugin: Sendable {
    /// What rules need to know of it.
    public let traits: ProviderTraits
    /// The keys of its section in the configuration of an app.
    public let keys: [String: SettingForm]
    /// The lines of a new configuration that show its section.
    public let example: @Sendable (AppID) -> [String]
    /// Reads its section; `nil` when the app does not use it.
    public let settings: @Sendable (inout SettingsSection) -> (any ProviderSettings)?
    /// What is wrong with the form of an address, for an app that has no client of it (R007).
    public let tokenProblem: @Sendable (String) -> String?
    /// What to do when the service rejects the credentials, by its reason.
    public let refusalAdvice: [String: String]
    /// How its clients are made.
    public let clients: @Sendable (ProviderContext) -> ClientMaker<any ProviderSettings>

    /// The name in the vocabulary.
    public var id: ProviderID { traits.id }

    /// Describes a push service.
    /// - Parameters:
    ///   - traits: what rules need to know of it.
    ///   - kind: its settings.
    ///   - tokenProblem: what is wrong with the form of an address.
    ///   - refusalAdvice: what to do when the service rejects the credentials.
    ///   - clients: how its clients are made.
    public init<Settings: ProviderSettings>(
        _ traits: ProviderTraits,
        settings kind: Settings.Type,
        tokenProblem: @escaping @Sendable (String) -> String?,
        refusalAdvice: [String: String] = [:],
        clients: @escaping @Sendable (ProviderContext) -> ClientMaker<Settings>
    ) {
        self.traits = traits
        let keys = kind.keys.merging(QueueSettings.keys) { own, _ in own }
        self.keys = keys
        example = { kind.example(for: $0) }
        settings = { section in section.has(keys.keys) ? kind.init(&section) : nil }
        self.tokenProblem = tokenProblem
        self.refusalAdvice = refusalAdvice
        self.clients = { context in
            let maker = clients(context)
            return ClientMaker(run: maker.run) { settings in
                guard let own = settings as? Settings else { throw ForeignSettings(provider: traits.id) }
                return try maker.make(own)
            }
        }
    }
}

/// Settings of another provider were given to this one.
private struct ForeignSettings: Error, CustomStringConvertible {
    var provider: ProviderID
    var description: String { "these are not settings of \(provider)" }
}
