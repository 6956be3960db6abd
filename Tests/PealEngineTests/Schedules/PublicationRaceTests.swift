import Foundation
import Logging
import PealCatalog
import PealCore
import PealCrypto
@testable import PealSQL
import PealSQLite
import PealStore
import Synchronization
import Testing

@testable import PealEngine

/// What happens between the reading and the writing of a change (R066).
@Suite("Schedules, entities and publications at the same moment")
struct PublicationRaceTests {
    private static let event = EntityRef(type: "event", id: "e1")
    private static let start = Timestamp(seconds: 1_790_000_000)

    @Test("an entity that comes with a trigger is planned by the catalog that is in force when it is written")
    func entityOfTrigger() async throws {
        try await Race.run(inForce: [Race.bare]) { race in
            race.publishBeforeNextWrite(Race.scheduled)
            let patch = EntityPatch(ref: Self.event, times: ["startsAt": Self.start + .seconds(7_200)])
            let draft = TriggerDraft(
                type: "changed",
                entity: Self.event,
                entities: [patch],
                audience: .users(["ann"]),
                data: [:]
            )
            let results = try await race.intake.submit([draft], app: "club")
            #expect(try results.map { try $0.get().acceptance.isAccepted } == [true])
            #expect(try await race.states() == [.waiting])
        }
    }

    @Test("an entity that comes with a trigger is planned again when it has changed meanwhile")
    func changedEntityOfTrigger() async throws {
        try await Race.run(inForce: [Race.scheduled]) { race in
            race.beforeNextWrite { try await race.put(Self.event, startsAt: Self.start + .seconds(9_000)) }
            let patch = EntityPatch(ref: Self.event, times: ["startsAt": Self.start + .seconds(7_200)])
            let draft = TriggerDraft(
                type: "changed",
                entity: Self.event,
                entities: [patch],
                audience: .users(["ann"]),
                data: [:]
            )
            _ = try await race.intake.submit([draft], app: "club")
            let notes = try await race.store.scheduleNotes(app: "club", entity: Self.event, type: nil, limit: 9)
            #expect(notes.map(\.time) == [Self.start + .seconds(7_200)])
        }
    }

    @Test("an entity that a backend puts is planned by the catalog that is in force when it is written")
    func entity() async throws {
        try await Race.run(inForce: [Race.bare]) { race in
            race.publishBeforeNextWrite(Race.scheduled)
            try await race.put(Self.event, startsAt: Self.start + .seconds(7_200))
            #expect(try await race.states() == [.waiting])
        }
    }

    @Test("a page of a publication that another one has overtaken is planned by the newer one")
    func overtaken() async throws {
        try await Race.run(inForce: [Race.bare]) { race in
            try await race.put(Self.event, startsAt: Self.start + .seconds(7_200))
            let earlier = try race.publish(Race.scheduled)
            race.publishBeforeNextWrite(Race.later)
            try await race.planner.plan(earlier)
            let notes = try await race.store.scheduleNotes(app: "club", entity: Self.event, type: nil, limit: 9)
            #expect(notes.map(\.dueAt) == [Self.start + .seconds(7_200 - 600)])
            let planned = try await race.store.plannedVersion(app: "club")
            #expect(planned?.version == 3 && planned?.isComplete == true, "the earlier one undoes nothing")
        }
    }

    @Test("a firing whose entity changes meanwhile makes its trigger of the entity as it is then")
    func changedEntityOfFiring() async throws {
        try await Race.run(inForce: [Race.scheduled]) { race in
            _ = try await race.loop.round()
            try await race.put(Self.event, startsAt: Self.start + .seconds(600))
            race.beforeNextWrite {
                try await race.put(Self.event, startsAt: Self.start + .seconds(600), status: "late")
            }
            _ = try await race.loop.round()
            #expect(try await race.states() == [.waiting])
            _ = try await race.loop.round()
            #expect(try await race.states() == [.fired])
        }
    }

    @Test("a firing that the catalog had no rule for fires when another catalog brings the rule back meanwhile")
    func firing() async throws {
        try await Race.run(inForce: [Race.scheduled]) { race in
            _ = try await race.loop.round()
            try await race.put(Self.event, startsAt: Self.start + .seconds(600))
            _ = try race.publish(Race.bare)
            race.publishBeforeNextWrite(Race.scheduled)
            _ = try await race.loop.round()
            #expect(try await race.states() == [.waiting])
            _ = try await race.loop.round()
            #expect(try await race.states() == [.fired])
        }
    }
}

/// The parts that read a catalog and write by it, on a real store.
private struct Race: Sendable {
    let store: SQLiteStore
    let registry: CatalogRegistry
    let planner: SchedulePlanner
    let intake: TriggerIntake
    let loop: ScheduleLoop
    private let next: Next
    private static let now = Timestamp(seconds: 1_790_000_000)

    /// What happens before the next write, once.
    private final class Next: Sendable {
        typealias Step = @Sendable () async throws -> Void
        private let step = Mutex<Step?>(nil)

        func put(_ new: @escaping Step) { step.withLock { $0 = new } }

        func take() -> Step? {
            step.withLock { step in
                defer { step = nil }
                return step
            }
        }
    }

    static let bare = catalog(schedule: nil)
    static let scheduled = catalog(schedule: "schedule: {entity: event, at: startsAt, offset: -30m}")
    static let later = catalog(schedule: "schedule: {entity: event, at: startsAt, offset: -10m}")

    private static func catalog(schedule: String?) -> String {
        """
        app: club
        name: Club
        locales: [en]
        timeZone: UTC
        links: {scheme: club, routes: ["/"], fallback: /}
        providers: [fcm]
        entities: {event: {roles: [member], times: [startsAt]}}
        categories:
          events: {key: events, title: Events, description: Events}
        types:
          changed:
            category: events
            audience: {default: {members: {of: self}}, allow: [users, members]}
            priority: normal
            title: Changed
            body: Changed
            link: /
            ttl: 3h
          begins:
            category: events
            audience: {default: {members: {of: self}}, allow: [users, members]}
            priority: normal
            once: transition
            \(schedule ?? "# no schedule")
            title: Begins
            body: Soon
            link: /
            ttl: 3h
        """
    }

    static func run(inForce catalogs: [String], _ body: (Race) async throws -> Void) async throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "peal-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        let registry = CatalogRegistry()
        let next = Next()
        let hooks = WriteHooks(
            before: {
                do { try await next.take()?() } catch { Issue.record(error) }
            },
            after: {}
        )
        let store = try SQLiteStore.open(
            path: directory.appending(path: "peal.db").path,
            mode: .sandbox,
            hooks: hooks
        )
        let race = Race(store: store, registry: registry, next: next)
        for yaml in catalogs { _ = try publish(yaml, in: registry) }
        try await body(race)
        try store.close()
    }

    private init(store: SQLiteStore, registry: CatalogRegistry, next: Next) {
        self.store = store
        self.registry = registry
        self.next = next
        let keyring = Keyring()
        keyring.install(.generate(), app: "club", version: 1)
        let counter = Mutex<UInt64>(0)
        let ids = IDGenerator {
            UUIDv7(
                milliseconds: UInt64(Race.now.milliseconds),
                random: (
                    0,
                    counter.withLock {
                        $0 += 1; return $0
                    }
                )
            )
        }
        var logger = Logger(label: "test")
        logger.logLevel = .critical
        var ports = EnginePorts(
            store: store,
            clock: VirtualClock(at: Self.now),
            ids: ids,
            catalogs: registry,
            keyring: keyring,
            logger: logger
        )
        ports.providers = ProviderRegistry(named: ["club": [.fcm]])
        let engine = Engine(ports: ports)
        intake = engine.intake
        loop = engine.schedules
        planner = loop.planner
    }

    /// Publishes a catalog, and plans all entities by it, before the next write.
    func publishBeforeNextWrite(_ yaml: String) { beforeNextWrite { try await planner.plan(try publish(yaml)) } }

    func beforeNextWrite(_ step: @escaping @Sendable () async throws -> Void) { next.put(step) }

    func publish(_ yaml: String) throws -> Catalog { try Self.publish(yaml, in: registry) }

    private static func publish(_ yaml: String, in registry: CatalogRegistry) throws -> Catalog {
        let reading = CatalogReader.read(yaml: yaml, file: "club.yaml")
        var catalog = try #require(reading.catalog, "\(reading.findings)")
        catalog.version = (registry.inForce("club")?.version ?? 0) + 1
        registry.publish(catalog)
        return catalog
    }

    func put(_ ref: EntityRef, startsAt: Timestamp, status: String? = nil) async throws {
        let entity = Entity(ref: ref, status: status, times: ["startsAt": startsAt], updatedAt: Self.now)
        _ = try await ChangeEntities(store: store, catalogs: registry).put(entity, app: "club")
    }

    func states() async throws -> [FiringState] {
        try await store.scheduleNotes(app: "club", entity: nil, type: "begins", limit: 9).map(\.state)
    }
}
