/// The push services of an installation, in their order, and its channels other than push and the inbox.
public struct Providers: Hashable, Sendable {
    /// What is known of each push service.
    public let all: [ProviderTraits]
    /// The channels next to push and the inbox.
    public let channels: Channels
    /// The names of the push services.
    public var ids: [ProviderID] { all.map(\.id) }
    /// The names that queues have: those of the push services, then those of the channels.
    public var queueNames: [ProviderID] { ids + channels.ids.map { ProviderID(rawValue: $0.rawValue) } }

    /// Lists push services and channels; of two push services with one name the first counts.
    public init(_ traits: [ProviderTraits] = [], channels: Channels = Channels()) {
        var known: Set<ProviderID> = []
        all = traits.filter { known.insert($0.id).inserted }
        self.channels = channels
    }

    /// What is known of one; `nil` when the installation does not have it.
    public subscript(_ id: ProviderID) -> ProviderTraits? {
        // By index: a closure over whole elements would copy each of them on the way.
        all.indices.first { all[$0].id == id }.map { all[$0] }
    }

    /// Whether the installation has it.
    public func contains(_ id: ProviderID) -> Bool { self[id] != nil }

    /// The one of that name; `nil` when the installation does not have it.
    public func named(_ name: String?) -> ProviderTraits? { name.flatMap { self[ProviderID(rawValue: $0)] } }

    /// Those whose devices have a subscription and no token.
    public var withSubscriptions: [ProviderTraits] { all.filter { $0.address == .subscription } }

    /// Whether a device can receive a push that shows nothing.
    public func takeSilentPushes(_ id: ProviderID) -> Bool { self[id]?.takesSilentPushes ?? true }

    /// Whether devices of a platform can have a push service.
    public func serves(_ id: ProviderID, _ platform: Platform) -> Bool {
        self[id]?.platforms.contains(platform) ?? false
    }
}
