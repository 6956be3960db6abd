public import PealCore

/// A push service, or a channel of its own, as the server uses it: everything about it that the server does not know itself.
///
/// Each one's target has one. The composition root lists them, and only that list tells them apart.
public struct ProviderPlugin: Sendable {
    /// What rules need to know of it.
    public enum Kind: Sendable {
        /// It brings pushes to devices.
        case push(ProviderTraits)
        /// It is a channel next to push and the inbox.
        case channel(ChannelTraits)
    }

    /// What rules need to know of it.
    public let kind: Kind
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
    public var id: ProviderID {
        switch kind {
        case .push(let traits): traits.id
        case .channel(let traits): ProviderID(rawValue: traits.id.rawValue)
        }
    }

    /// What rules need to know of a push service; `nil` for a channel.
    public var push: ProviderTraits? { if case .push(let traits) = kind { traits } else { nil } }

    /// What rules need to know of a channel; `nil` for a push service.
    public var channel: ChannelTraits? { if case .channel(let traits) = kind { traits } else { nil } }

    /// Describes a push service.
    /// - Parameters:
    ///   - traits: what rules need to know of it.
    ///   - settings: its settings.
    ///   - tokenProblem: what is wrong with the form of an address.
    ///   - refusalAdvice: what to do when the service rejects the credentials.
    ///   - clients: how its clients are made.
    public init<Settings: ProviderSettings>(
        _ traits: ProviderTraits,
        settings: Settings.Type,
        tokenProblem: @escaping @Sendable (String) -> String?,
        refusalAdvice: [String: String] = [:],
        clients: @escaping @Sendable (ProviderContext) -> ClientMaker<Settings>
    ) {
        self.init(.push(traits), settings, tokenProblem, refusalAdvice, clients)
    }

    /// Describes a channel.
    /// - Parameters:
    ///   - traits: what rules need to know of it.
    ///   - settings: its settings.
    ///   - addressProblem: what is wrong with the form of an address.
    ///   - refusalAdvice: what to do when the service rejects the credentials.
    ///   - clients: how its clients are made.
    public init<Settings: ProviderSettings>(
        _ traits: ChannelTraits,
        settings: Settings.Type,
        addressProblem: @escaping @Sendable (String) -> String?,
        refusalAdvice: [String: String] = [:],
        clients: @escaping @Sendable (ProviderContext) -> ClientMaker<Settings>
    ) {
        self.init(.channel(traits), settings, addressProblem, refusalAdvice, clients)
    }

    private init<Settings: ProviderSettings>(
        _ kind: Kind,
        _ form: Settings.Type,
        _ tokenProblem: @escaping @Sendable (String) -> String?,
        _ refusalAdvice: [String: String],
        _ clients: @escaping @Sendable (ProviderContext) -> ClientMaker<Settings>
    ) {
        self.kind = kind
        let keys = form.keys.merging(QueueSettings.keys) { own, _ in own }
        self.keys = keys
        example = { form.example(for: $0) }
        settings = { section in section.has(keys.keys) ? form.init(&section) : nil }
        self.tokenProblem = tokenProblem
        self.refusalAdvice = refusalAdvice
        self.clients = { context in
            let maker = clients(context)
            return ClientMaker(run: maker.run) { settings in
                guard let own = settings as? Settings else { throw ForeignSettings(kind: form) }
                return try maker.make(own)
            }
        }
    }
}

/// Settings of another plug-in were given to this one.
private struct ForeignSettings: Error, CustomStringConvertible {
    var kind: any ProviderSettings.Type
    var description: String { "these are not \(kind)" }
}
