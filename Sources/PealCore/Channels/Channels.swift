/// The channels of an installation other than push and the inbox, in their order.
public struct Channels: Hashable, Sendable {
    /// What is known of each.
    public let all: [ChannelTraits]
    /// Their names.
    public var ids: [Channel] { all.map(\.id) }

    /// Lists channels; of two with one name the first counts.
    public init(_ traits: [ChannelTraits] = []) {
        var known: Set<Channel> = []
        all = traits.filter { known.insert($0.id).inserted }
    }

    /// What is known of one; `nil` when the installation does not have it.
    public subscript(_ id: Channel) -> ChannelTraits? {
        // By index: a closure over whole elements would copy each of them on the way.
        all.indices.first { all[$0].id == id }.map { all[$0] }
    }

    /// Whether the installation has it.
    public func contains(_ id: Channel) -> Bool { self[id] != nil }
}
