import Logging
import PealCatalog
import PealCore
import PealCrypto
import PealSQL
import PealSQLite
import Synchronization
import Testing

@testable import PealEngine
@testable import PealTesting

@Suite("Reminders that fell due while the server did not run (R066)")
struct ExpiredReminderTests {
    private static let app: AppID = "clubs"
    private static let event = EntityRef(type: "event", id: "e1")
    private static let start = Timestamp(seconds: 1_900_000_000)

    /// A server that stops and starts again: what falls due in between is not stepped through.
    private struct World {
        let store: SQLiteStore
        let clock = VirtualClock(at: ExpiredReminderTests.start - .seconds(3 * 3_600))
        let engine: Engine

        init(late: String, ttl: String = "1h") async throws {
            store = try SQLiteStore.temporary()
            let clock = clock
            let number = Mutex<UInt64>(0)
            let ids = IDGenerator {
                let next = number.withLock { number in
                    number += 1
                    return number
                }
                return UUIDv7(milliseconds: UInt64(clock.now.milliseconds) + next, random: (0, next))
            }
            var logger = Logger(label: "test")
            logger.logLevel = .critical
            var ports = EnginePorts(store: store, clock: clock, ids: ids, logger: logger)
            let reading = CatalogReader.read(
                yaml: ExpiredReminderTests.catalog(late: late, ttl: ttl),
                file: "clubs.yaml"
            )
            var catalog = try #require(reading.catalog, "\(reading.findings)")
            catalog.version = 1
            ports.catalogs.put([catalog])
            ports.keyring.install(.generate(), app: ExpiredReminderTests.app, version: 1)
            ports.providers = ProviderRegistry([ExpiredReminderTests.app: [ScriptedProvider()]])
            engine = Engine(ports: ports)
            try await engine.schedules.begin()
            for user in ["ana", "ben"] as [UserID] {
                _ = try await store.putUser(
                    User(id: user, createdAt: clock.now, updatedAt: clock.now),
                    app: ExpiredReminderTests.app
                )
            }
        }

        func put(startsAt: Timestamp, member: UserID? = "ana", _ ref: EntityRef = ExpiredReminderTests.event)
            async throws
        {
            let patch = EntityPatch(ref: ref, times: ["startsAt": startsAt, "endsAt": startsAt + .seconds(6 * 3_600)])
            _ = try await engine.entities.put(patch, app: ExpiredReminderTests.app)
            if let member {
                _ = try await engine.entities.putMember(
                    member,
                    of: ref,
                    role: "member",
                    status: nil,
                    attributes: [:],
                    app: ExpiredReminderTests.app
                )
            }
        }

        func drain() async throws {
            var isBusy = true
            while isBusy {
                isBusy = false
                while try await engine.schedules.step() { isBusy = true }
                while try await engine.decisions.round() { isBusy = true }
            }
        }

        func rows(of user: UserID = "ana") async throws -> [InboxItem] {
            try await store.inbox(
                of: user,
                app: ExpiredReminderTests.app,
                filter: InboxFilter(),
                page: PageRequest(limit: 50)
            ).items
        }

        /// When the user's only row is no longer worth delivering.
        func expiry(of user: UserID = "ana") async throws -> Timestamp? {
            try await store.rows(.shown(InboxScope()), of: user, app: ExpiredReminderTests.app, before: nil, limit: 2)
                .first?.expiresAt
        }

        func why(_ user: UserID?, type: TypeID? = nil) async throws -> WhyAnswer {
            try await engine.why.answer(
                app: ExpiredReminderTests.app,
                filter: DecisionFilter(user: user, type: type),
                page: PageRequest(limit: 20)
            )
        }

        func schedules() async throws -> [SchedulePreview] {
            let entity = try #require(
                try await engine.entities.find(ExpiredReminderTests.event, app: ExpiredReminderTests.app)
            )
            return try await engine.entities.schedules(of: entity, app: ExpiredReminderTests.app).previews
        }
    }

    @Test(
        "what expired meanwhile is not sent, and why and the entity's answer say so and by how much",
        arguments: ["", ", late: skip"],
        [1, 3_600, 20 * 3_600, 6 * 86_400] as [Int64]
    )
    func skipped(_ late: String, _ seconds: Int64) async throws {
        let world = try await World(late: late)
        try await world.put(startsAt: Self.start)
        try await world.drain()
        // It was due an hour before the start, and is of use until then.
        world.clock.advance(by: .seconds(3 * 3_600 + seconds))
        try await world.drain()
        #expect(try await world.rows().isEmpty)
        let by = Duration.seconds(seconds).text
        for (user, type) in [("ana", nil), ("ana", "soon"), (nil, "soon")] as [(UserID?, TypeID?)] {
            let answer = try await world.why(user, type: type)
            let first = try #require(answer.findings.first)
            #expect(first.code == "schedule-expired")
            #expect(answer.hint == first.detail)
            for part in ["soon", "event/e1", "expired at \(Zone.utc.text(of: Self.start))", "\(by) had passed"] {
                #expect(first.detail.contains(part), "\(first.detail)")
            }
        }
        #expect(try await world.why("ben").findings.allSatisfy { $0.code != "schedule-expired" }, "not ben's event")
        let preview = try #require(try await world.schedules().first)
        #expect(
            preview.reason == "too-late" && preview.expiredAt == Self.start && preview.expiredBy == .seconds(seconds)
        )
    }

    @Test("it is named next to other decisions about the user as well")
    func beside() async throws {
        let world = try await World(late: "")
        try await world.put(startsAt: Self.start - .seconds(5_400), EntityRef(type: "event", id: "e0"))
        try await world.put(startsAt: Self.start)
        world.clock.advance(by: .seconds(3_600))
        try await world.drain()
        #expect(try await world.rows().count == 1)
        world.clock.advance(by: .seconds(5 * 3_600))
        try await world.drain()
        let answer = try await world.why("ana", type: "soon")
        #expect(answer.items.count == 1)
        #expect(answer.findings.map(\.code).first == "schedule-expired")
    }

    @Test(
        "with `late: send` it is sent once when the server runs again, and lives from then on",
        arguments: [1, 3_600, 6 * 3_600] as [Int64]
    )
    func sent(_ seconds: Int64) async throws {
        let world = try await World(late: ", late: send")
        try await world.put(startsAt: Self.start)
        try await world.drain()
        world.clock.advance(by: .seconds(3 * 3_600 + seconds))
        try await world.drain()
        #expect(try await world.rows().count == 1)
        #expect(try await world.expiry() == world.clock.now + .seconds(3_600))
        #expect(try await world.schedules().first?.reason == nil)
        #expect(try await world.why("ana").findings.isEmpty)
        world.clock.advance(by: .seconds(86_400))
        try await world.put(startsAt: Self.start)
        try await world.drain()
        #expect(try await world.rows().count == 1)
    }

    @Test(
        "not after the time that ends it, and not weeks later",
        arguments: [", late: send, until: endsAt"],
        [7 * 3_600, 29 * 86_400] as [Int64]
    )
    func ended(_ late: String, _ seconds: Int64) async throws {
        let world = try await World(late: late)
        try await world.put(startsAt: Self.start)
        world.clock.advance(by: .seconds(3 * 3_600 + seconds))
        try await world.drain()
        #expect(try await world.rows().isEmpty)
    }

    @Test(
        "an entity that is brought in with a time long ago reminds nobody",
        arguments: ["", ", late: skip", ", late: send"]
    )
    func importing(_ late: String) async throws {
        let world = try await World(late: late)
        try await world.put(startsAt: Self.start - .seconds(9 * 86_400))
        try await world.drain()
        #expect(try await world.rows().isEmpty)
        #expect(try await world.schedules().first?.reason == "too-late")
    }

    @Test("within its life a late one is sent either way", arguments: ["", ", late: skip", ", late: send"])
    func inTime(_ late: String) async throws {
        let world = try await World(late: late)
        try await world.put(startsAt: Self.start)
        world.clock.advance(by: .seconds(3 * 3_600 - 60))
        try await world.drain()
        #expect(try await world.rows().count == 1)
        #expect(try await world.expiry() == Self.start)
    }

    @Test(
        "lint knows the key",
        arguments: [
            (", late: send, until: endsAt", []), (", late: skip", []), (", late: send", ["late-without-end"]),
            (", late: sent, until: endsAt", ["bad-value"]), (", late: true", ["bad-value"]),
            (", lates: send", ["unknown-key"]),
        ] as [(String, [String])]
    )
    func lint(_ late: String, _ codes: [String]) {
        let reading = CatalogReader.read(yaml: Self.catalog(late: late, ttl: "1h"), file: "clubs.yaml")
        let own = reading.findings.filter { $0.path.contains("schedule") }
        #expect(own.map(\.code) == codes, "\(reading.findings)")
    }

    private static func catalog(late: String, ttl: String) -> String {
        """
        app: clubs
        name: Clubs
        locales: [en]
        timeZone: UTC
        features: {inbox: true}
        links: {scheme: clubs, routes: ["/"], fallback: /}
        providers: [fcm]
        entities:
          event: {roles: [member], times: [startsAt, endsAt]}
        categories:
          events: {key: events, name: events, title: Events, description: Events}
        types:
          soon:
            category: events
            audience: {default: {members: {of: self}}, allow: [users, members]}
            priority: normal
            schedule: {entity: event, at: startsAt, offset: -1h\(late)}
            title: Soon
            body: Soon
            link: /
            ttl: \(ttl)
        """
    }
}
