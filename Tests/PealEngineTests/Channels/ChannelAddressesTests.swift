import PealCore
import PealEngine
import PealSQL
import PealStore
import Testing

@Suite("Addresses of users in channels")
struct ChannelAddressesTests {
    private static let radio = Channel(rawValue: "radio")

    /// A user with an address that no key at hand opens, in a channel that is not installed.
    private static func run(_ body: @Sendable (Engine, ChannelAddress) async throws -> Void) async throws {
        try await PipelineWorld.with { world in
            try await world.addUserWithDevice("ann")
            let address = ChannelAddress(user: "ann", channel: radio, sealed: [1, 2, 3], createdAt: world.clock.now)
            let put = ChangeGroup(app: "shop", [.channel(.putAddress(address))])
            let results = try await world.store.apply([put])
            #expect(results.map(\.isApplied) == [true])
            try await body(world.engine, address)
        }
    }

    @Test("One that no key opens is listed and exported without its characters")
    func unreadable() async throws {
        try await Self.run { engine, address in
            let shown = try await engine.channelAddresses.addresses(of: "ann", app: "shop")
            #expect(shown.map(\.masked) == ["…"] && shown.map(\.channel) == [Self.radio])
            let exported = try await engine.channelAddresses.exported(of: "ann", app: "shop")
            #expect(exported == [ExportedAddress(address, nil)])
        }
    }

    @Test("One of a channel that is not installed any more can be removed, once")
    func removed() async throws {
        try await Self.run { engine, _ in
            #expect(engine.channelAddresses.channel(named: "radio") == nil)
            let first = try await engine.channelAddresses.remove(Self.radio, of: "ann", app: "shop")
            let second = try await engine.channelAddresses.remove(Self.radio, of: "ann", app: "shop")
            #expect([first, second] == [true, false])
        }
    }
}
