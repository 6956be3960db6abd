import Logging
import PealCatalog
import PealCore
import PealCrypto
import PealSQL
import PealSQLite
import PealStore
import Synchronization
import Testing

@testable import PealEngine
@testable import PealTesting

/// The real engine and store, in which a run takes place.
final class LateRunWorld {
    /// How often what the runs are about took place.
    struct Counts: Sendable {
        /// Members and owners who were reminded after the first pass.
        var lateMembers = 0
        var lateOwners = 0
        /// Changes of an event after which some users had been reminded, and others of the same trigger had not.
        var parted = 0
    }

    private static let app: AppID = "clubs"
    private static let event = EntityRef(type: "event", id: "e1")
    private static let club = EntityRef(type: "club", id: "c1")
    private static let again = ScheduleRule.usualAgain
    private static let usualStart = Timestamp(seconds: 1_790_000_000)

    private let store: SQLiteStore
    private let clock = VirtualClock(at: usualStart - .seconds(80 * 60))
    private let engine: Engine
    private(set) var counts = Counts()

    private var owner: UserID?
    private var isOpen = true
    private var startsAt = usualStart

    init() async throws {
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
        let reading = CatalogReader.read(yaml: Self.catalog, file: "clubs.yaml")
        var catalog = try #require(reading.catalog, "\(reading.findings)")
        catalog.version = 1
        ports.catalogs.put([catalog])
        ports.keyring.install(.generate(), app: Self.app, version: 1)
        ports.providers = ProviderRegistry([Self.app: [ScriptedProvider()]])
        ports.random = { 0.5 }
        engine = Engine(ports: ports)
        try await engine.schedules.begin()
        for user in 0..<LateRun.users { try await addUser(user) }
        _ = try await engine.entities.put(EntityPatch(ref: Self.club), app: Self.app)
        try await putEvent()
        try await drain()
    }

    private static func name(_ user: Int) -> UserID { UserID("u\(user)") }

    private func addUser(_ number: Int) async throws {
        let user = Self.name(number)
        _ = try await store.putUser(User(id: user, createdAt: clock.now, updatedAt: clock.now), app: Self.app)
        guard number >= LateRun.users - LateRun.usersWithDevices else { return }
        let scene = StoreScene(store: store)
        var device = scene.newDevice(user, token: "token-\(number)")
        device.id = engine.ports.ids.make()
        device.lastSeenAt = clock.now
        _ = try await scene.register(device, app: Self.app)
    }

    private func putEvent() async throws {
        let patch = EntityPatch(
            ref: Self.event,
            parent: Self.club,
            ownerID: owner,
            status: isOpen ? "open" : "closed",
            times: ["startsAt": startsAt]
        )
        _ = try await engine.entities.put(patch, app: Self.app)
    }

    /// Lets everything happen, with a look at the promises after each step.
    func live(_ run: LateRun) async throws {
        for step in run.steps {
            let before = try await rows()
            try await take(step)
            try await drain()
            let rows = try await rows()
            if !rows.parted.subtracting(before.parted).isEmpty { counts.parted += 1 }
            note(step, rows, known: Set(before.decisions.map(\.id)))
            try check(rows, after: step)
        }
    }

    private func take(_ step: LateRun.Step) async throws {
        switch step {
        case .joinEvent(let user): try await join(user, Self.event)
        case .joinClub(let user): try await join(user, Self.club)
        case .leaveEvent(let user):
            _ = try await engine.entities.deleteMember(Self.name(user), of: Self.event, app: Self.app)
        case .leaveClub(let user):
            _ = try await engine.entities.deleteMember(Self.name(user), of: Self.club, app: Self.app)
        case .own(let user):
            owner = user.map(Self.name)
            try await putEvent()
        case .start(let minutes):
            startsAt = Self.usualStart + .seconds(Int64(minutes) * 60)
            try await putEvent()
        case .close, .open:
            isOpen = step == .open
            try await putEvent()
        case .wait(let minutes): clock.advance(by: .seconds(Int64(minutes) * 60))
        case .deliver: try await deliver()
        }
    }

    private func join(_ user: Int, _ ref: EntityRef) async throws {
        _ = try await engine.entities.putMember(
            Self.name(user),
            of: ref,
            role: "member",
            status: nil,
            attributes: [:],
            app: Self.app
        )
    }

    private func deliver() async throws {
        let scene = StoreScene(store: store)
        for claimed in try await store.claim(now: clock.now, limit: 100, epoch: 1) {
            try await store.record([scene.result(claimed, .end(.accepted, nil), epoch: 1)])
        }
    }

    private func drain() async throws {
        var isBusy = true
        while isBusy {
            isBusy = false
            while try await engine.schedules.step() { isBusy = true }
            while try await engine.decisions.round() { isBusy = true }
        }
    }
}

extension LateRunWorld {
    /// A reminder that a user got, or that is on its way.
    private struct Told: Hashable {
        var type: TypeID
        var user: UserID
        var time: Timestamp
        var notification: NotificationID
    }

    /// What is stored, as far as the promises are about it.
    private struct Rows {
        /// The newest first, with the trigger of each.
        var decisions: [DecisionRecord]
        var triggers: [TriggerID: Trigger]
        var members: [EntityRef: Set<UserID>]

        /// Triggers of which some pushes were withdrawn and others not.
        var parted: Set<TriggerID> {
            let byTrigger = Dictionary(grouping: decisions, by: \.trigger)
            return Set(byTrigger.filter { Set($0.value.map(\.wasWithdrawn)).count == 2 }.keys)
        }
    }

    private func rows() async throws -> Rows {
        let page = PageRequest(limit: 10_000)
        let decisions = try await store.decisions(app: Self.app, filter: DecisionFilter(), page: page)
        let triggers = try await store.acceptedTriggers(app: Self.app, type: nil, since: nil, limit: 10_000)
            .map(\.pending.trigger)
        var members: [EntityRef: Set<UserID>] = [:]
        for ref in [Self.event, Self.club] {
            let page = try await store.members(of: ref, app: Self.app, page: PageRequest(limit: LateRun.users))
            members[ref] = Set((page?.items ?? []).map(\.userID))
        }
        return Rows(
            decisions: decisions.items,
            triggers: Dictionary(uniqueKeysWithValues: triggers.map { ($0.id, $0) }),
            members: members
        )
    }

    /// Nobody has two reminders of one occasion, and everyone who is in the audience of an open event has one.
    private func check(_ rows: Rows, after step: LateRun.Step) throws {
        let told = try told(rows)
        for (one, other) in pairs(told) {
            let distance = one.time < other.time ? other.time - one.time : one.time - other.time
            try demand(
                distance > Self.again,
                "after \(step): \(one.user) has two \(one.type), \(distance) apart"
            )
        }
        let due = startsAt - .seconds(3_600)
        guard isOpen, clock.now >= due, clock.now < due + .seconds(7_200) else { return }
        for (type, users) in audiences(rows) {
            for user in users.sorted() {
                let near = told.contains { told in
                    told.type == type && told.user == user && told.time >= startsAt - Self.again
                        && told.time <= startsAt + Self.again
                }
                try demand(near, "after \(step): \(user) has no \(type)")
            }
        }
    }

    private func pairs(_ told: [Told]) -> [(Told, Told)] {
        told.indices.flatMap { index in
            told[(index + 1)...].filter { $0.type == told[index].type && $0.user == told[index].user }
                .map { (told[index], $0) }
        }
    }

    private func told(_ rows: Rows) throws -> [Told] {
        try rows.decisions.filter { !$0.wasWithdrawn }.map { decision in
            Told(
                type: decision.type,
                user: decision.userID,
                time: try #require(rows.triggers[decision.trigger].flatMap(Self.time)),
                notification: decision.id
            )
        }
    }

    private static func time(of trigger: Trigger) -> Timestamp? {
        trigger.transition.flatMap { Timestamp(rfc3339: $0.dropFirst("startsAt-".count)) }
    }

    private func audiences(_ rows: Rows) -> [TypeID: Set<UserID>] {
        [
            "of-members": rows.members[Self.event] ?? [], "of-club": rows.members[Self.club] ?? [],
            "of-owner": Set([owner].compactMap(\.self)),
        ]
    }

    private func note(_ step: LateRun.Step, _ rows: Rows, known: Set<NotificationID>) {
        let news = rows.decisions.filter { !known.contains($0.id) }
        let early = Set(rows.decisions.filter { known.contains($0.id) }.map(\.trigger))
        switch step {
        case .joinEvent, .joinClub: counts.lateMembers += news.count { early.contains($0.trigger) || news.count == 1 }
        case .own: counts.lateOwners += news.count
        default: break
        }
    }

    private static let catalog = """
        app: clubs
        name: Clubs
        locales: [en]
        timeZone: UTC
        links: {scheme: clubs, routes: ["/"], fallback: /}
        providers: [fcm]
        retry: {delays: [1s]}
        entities:
          club: {roles: [member]}
          event: {parent: club, roles: [member], statuses: [open, closed], times: [startsAt]}
        categories:
          events: {key: events, name: events, title: Events, description: Events}
        types:
          of-members:
            category: events
            audience: {default: {members: {of: self}}, allow: [users, members]}
            priority: normal
            once: transition
            schedule: {entity: event, at: startsAt, offset: -1h, unless: {status: [closed]}}
            title: Soon
            body: Soon
            link: /
            ttl: 2h
          of-club:
            category: events
            audience: {default: {members: {of: parent}}, allow: [users, members]}
            priority: normal
            schedule: {entity: event, at: startsAt, offset: -1h, unless: {status: [closed]}}
            title: Soon
            body: Soon
            link: /
            ttl: 2h
          of-owner:
            category: events
            audience: {default: owner, allow: [owner, users]}
            priority: normal
            schedule: {entity: event, at: startsAt, offset: -1h, unless: {status: [closed]}}
            title: Soon
            body: Soon
            link: /
            ttl: 2h
        """
}

extension DecisionRecord {
    /// Whether its push was cancelled before it left.
    fileprivate var wasWithdrawn: Bool { push == .suppress(.cancelled) }
}
