import PealCore
import PealProviderKit
import PealSQL
import PealSQLite
import PealStore
import PealTesting
import Synchronization
import Testing

@testable import PealEngine

@Suite("The loop of channels next to push and the inbox")
struct ChannelLoopTests {
    private static let radio = ScriptedNotifier.traits.id

    /// An engine with one more channel, on the store and the clock of a world.
    private static func engine(_ world: PipelineWorld, _ notifier: ScriptedNotifier) throws -> Engine {
        var ports = world.engine.ports
        var catalog = try #require(ports.catalogs.inForce("shop"))
        catalog.installed = Providers(Providers.shipped.all, channels: Channels([ScriptedNotifier.traits]))
        let switches = ChannelSwitches(of: catalog.installed.channels)
        catalog.preferenceDefaults = switches
        for index in catalog.categories.indices { catalog.categories[index].defaults = switches }
        ports.catalogs = CatalogRegistry()
        ports.catalogs.put([catalog])
        ports.providers = ProviderRegistry(
            ["shop": [world.provider]],
            notifiers: ["shop": [notifier]],
            installed: catalog.installed
        )
        return Engine(ports: ports)
    }

    /// Runs a test in which something for Ann is decided that is to be sent on the radio.
    private static func run(
        _ notifier: ScriptedNotifier = ScriptedNotifier(),
        _ body: @Sendable (PipelineWorld, Engine) async throws -> Void
    ) async throws {
        try await PipelineWorld.with { world in
            let engine = try engine(world, notifier)
            try await world.addUserWithDevice("ann")
            _ = try #require(
                try await engine.channelAddresses.put("radio:ann-1", in: radio, user: "ann", app: "shop")
            )
            _ = try await engine.intake.submit([PipelineWorld.draft("t1")], app: "shop")[0].get()
            while try await engine.decisions.fanOut.slice() {}
            try await body(world, engine)
        }
    }

    /// What is stored of it.
    private static func delivery(_ world: PipelineWorld) async throws -> ChannelDelivery {
        let page = try await world.store.decisions(app: "shop", filter: DecisionFilter(), page: PageRequest(limit: 10))
        let notification = try #require(page.items.first?.id)
        let found = try await world.store.channelDeliveries(of: notification, app: "shop")
        try #require(found.count == 1)
        return found[0]
    }

    @Test("sends what is due once, with the notification's tag, and frees its place in the queue")
    func sends() async throws {
        let notifier = ScriptedNotifier()
        try await Self.run(notifier) { world, engine in
            let epoch = try #require(await engine.channels.begin())
            let due = try #require(try await engine.channels.claim(epoch, now: world.clock.now))
            try #require(due.count == 1)
            #expect(due[0].next == .go)
            #expect(try await engine.channels.claim(epoch, now: world.clock.now)?.isEmpty == true, "it is leased")
            await engine.channels.carry(due[0].claimed, due[0].next, epoch)
            let notice = try #require(notifier.sent.first)
            #expect(notifier.sent.count == 1)
            #expect(notice.address == "radio:ann-1" && notice.body == "Lamp is on its way")
            let stored = try await Self.delivery(world)
            #expect(stored.state == .accepted)
            #expect(notice.tag == stored.id.notification.rawValue.hex)
            #expect(engine.queues.statuses.allSatisfy { $0.inFlight == 0 })
            #expect(try await engine.channels.claim(epoch, now: world.clock.now)?.isEmpty == true)
        }
    }

    @Test("sends again what a process had leased that ended, and voids the lease of that process")
    func interrupted() async throws {
        let notifier = ScriptedNotifier()
        try await Self.run(notifier) { world, engine in
            let first = try #require(await engine.channels.begin())
            let lost = try #require(try await engine.channels.claim(first, now: world.clock.now))
            try #require(lost.count == 1)
            let next = try Self.engine(world, notifier)
            let second = try #require(await next.channels.begin())
            #expect(second > first)
            let again = try #require(try await next.channels.claim(second, now: world.clock.now))
            try #require(again.count == 1)
            #expect(again[0].claimed.delivery.resendsUsed == 1)
            await next.channels.carry(again[0].claimed, again[0].next, second)
            // The first process is alive after all, and sends: at least once, with the same tag.
            await engine.channels.carry(lost[0].claimed, lost[0].next, first)
            #expect(notifier.sent.count == 2 && Set(notifier.sent.map(\.tag)).count == 1)
            let stored = try await Self.delivery(world)
            #expect(stored.state == .accepted)
            #expect(stored.attempts.map(\.outcome) == ["unknown", "accepted"], "a void lease records nothing")
        }
    }

    @Test("asks the rules again when it is late and the user has chosen otherwise since")
    func late() async throws {
        let notifier = ScriptedNotifier { _ in .unavailable(reason: "503", retryAfter: .seconds(60)) }
        try await Self.run(notifier) { world, engine in
            let epoch = try #require(await engine.channels.begin())
            let due = try #require(try await engine.channels.claim(epoch, now: world.clock.now))
            for (claimed, next) in due { await engine.channels.carry(claimed, next, epoch) }
            #expect(try await Self.delivery(world).state == .pending)
            _ = try await engine.preferences.update(
                PreferenceChange(global: [Self.radio: false]),
                of: "ann",
                app: "shop"
            )
            world.clock.advance(by: .seconds(120))
            let late = try #require(try await engine.channels.claim(epoch, now: world.clock.now))
            #expect(late.map(\.next) == [.end(.channelDisabled)])
            for (claimed, next) in late { await engine.channels.carry(claimed, next, epoch) }
            #expect(notifier.sent.count == 1)
            let stored = try await Self.delivery(world)
            #expect(stored.state == .cancelled && stored.reason == .channelDisabled)
        }
    }

    @Test(
        "sends to the address there is when it leaves, and nothing to one that was removed after the claim",
        arguments: ["radio:ann-2", nil] as [String?]
    )
    func address(_ other: String?) async throws {
        let notifier = ScriptedNotifier()
        try await Self.run(notifier) { world, engine in
            let epoch = try #require(await engine.channels.begin())
            let due = try #require(try await engine.channels.claim(epoch, now: world.clock.now))
            try #require(due.count == 1)
            if let other {
                _ = try await engine.channelAddresses.put(other, in: Self.radio, user: "ann", app: "shop")
            } else {
                let isRemoved = try await engine.channelAddresses.remove(Self.radio, of: "ann", app: "shop")
                #expect(isRemoved)
            }
            await engine.channels.carry(due[0].claimed, due[0].next, epoch)
            #expect(notifier.sent.map(\.address) == [other].compactMap(\.self))
            let stored = try await Self.delivery(world)
            #expect(stored.state == (other == nil ? .cancelled : .accepted))
            #expect(stored.reason == (other == nil ? .noDevice : nil))
            #expect(engine.queues.statuses.allSatisfy { $0.inFlight == 0 })
        }
    }

    @Test("keeps no words of the service that could hold an address")
    func words() async throws {
        let notifier = ScriptedNotifier { _ in .rejected(reason: "550 ann@example.com is unknown", scope: .message) }
        try await Self.run(notifier) { world, engine in
            let epoch = try #require(await engine.channels.begin())
            let due = try #require(try await engine.channels.claim(epoch, now: world.clock.now))
            for (claimed, next) in due { await engine.channels.carry(claimed, next, epoch) }
            #expect(try await Self.delivery(world).attempts.map(\.reason) == ["no-code"])
        }
    }

    @Test("asks the rules again about what is late when nothing that is stored has changed")
    func lateUnchanged() async throws {
        let notifier = ScriptedNotifier { _ in .unavailable(reason: "503", retryAfter: .seconds(60)) }
        try await Self.run(notifier) { world, engine in
            let epoch = try #require(await engine.channels.begin())
            let due = try #require(try await engine.channels.claim(epoch, now: world.clock.now))
            for (claimed, next) in due { await engine.channels.carry(claimed, next, epoch) }
            world.clock.advance(by: .seconds(120))
            let late = try #require(try await engine.channels.claim(epoch, now: world.clock.now))
            #expect(late.map(\.next) == [.go])
            let isOutdated = late.map { $0.claimed.isOutdated(at: world.clock.now) }
            #expect(isOutdated == [true])
        }
    }

    @Test("waits as soon as the service asks for it, also while that cannot be recorded")
    func heeded() async throws {
        let open = Mutex<SQLiteStore?>(nil)
        let notifier = ScriptedNotifier { _ in
            // From here on the store takes nothing.
            open.withLock { try? $0?.close() }
            return .throttled(reason: "429", retryAfter: .seconds(30), scope: .sender)
        }
        try await Self.run(notifier) { world, engine in
            open.withLock { $0 = world.store }
            let epoch = try #require(await engine.channels.begin())
            let due = try #require(try await engine.channels.claim(epoch, now: world.clock.now))
            try #require(due.count == 1)
            let queue = QueueKey(app: "shop", channel: Self.radio)
            #expect(engine.queues.holds(now: world.clock.now)[queue] == nil)
            await withTaskGroup(of: Void.self) { group in
                group.addTask { await engine.channels.carry(due[0].claimed, due[0].next, epoch) }
                while engine.queues.holds(now: world.clock.now)[queue] == nil { await Task.yield() }
                group.cancelAll()
            }
            let hold = QueuePause(until: world.clock.now + .seconds(30), pausesCritical: true, cause: .throttled)
            #expect(engine.queues.holds(now: world.clock.now)[queue] == hold)
        }
    }

    @Test("keeps to the queue of the channel: paused, nothing is claimed")
    func paused() async throws {
        try await Self.run { world, engine in
            let epoch = try #require(await engine.channels.begin())
            let queue = QueueKey(app: "shop", channel: Self.radio)
            var record = QueueRecord(
                queue: queue,
                pausedAt: world.clock.now,
                invalidationBreakerOpenSince: nil,
                redrivenAt: nil
            )
            _ = engine.queues.apply([record], now: world.clock.now)
            #expect(try await engine.channels.claim(epoch, now: world.clock.now)?.isEmpty == true)
            record.pausedAt = nil
            _ = engine.queues.apply([record], now: world.clock.now)
            #expect(try await engine.channels.claim(epoch, now: world.clock.now)?.count == 1)
        }
    }

    @Test("runs where there are channels, or something waits in one that was removed, which it refuses")
    func removed() async throws {
        let notifier = ScriptedNotifier()
        try await Self.run(notifier) { world, engine in
            #expect(await engine.channels.isNeeded())
            // An engine on the same store, in which no channel is installed.
            let channels = world.engine.channels
            #expect(await channels.isNeeded())
            let epoch = try #require(await channels.begin())
            let due = try #require(try await channels.claim(epoch, now: world.clock.now))
            #expect(due.map(\.next) == [.go])
            for (claimed, next) in due { await channels.carry(claimed, next, epoch) }
            let stored = try await Self.delivery(world)
            #expect(stored.state == .failed && stored.attempts.map(\.outcome) == ["rejected"])
            #expect(notifier.sent.isEmpty)
            #expect(await !channels.isNeeded())
            #expect(await engine.channels.isNeeded())
        }
    }
}
