import Logging
import PealCatalog
import PealCore
import PealCrypto
import PealMemory
import PealStore
import Synchronization
import Testing

@testable import PealEngine
@testable import PealTesting

/// The real engine on a store in memory, in which a run takes place.
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

    private let store = MemoryStore()
    private let clock = VirtualClock(at: usualStart - .seconds(80 * 60))
    private let engine: Engine
    private(set) var counts = Counts()

    private var owner: UserID?
    private var isOpen = true
    private var startsAt = usualStart

    init() async throws {
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
            let before = partedTriggers
            let known = Set(try rows.notificationList.map(\.id))
            try await take(step)
            try await drain()
            if !partedTriggers.subtracting(before).isEmpty { counts.parted += 1 }
            note(step, known)
            try check(after: step)
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

    private var rows: AppRows {
        get throws { try #require(store.contents.all.first { $0.app == Self.app }) }
    }

    /// Nobody has two reminders of one occasion, and everyone who is in the audience of an open event has one.
    private func check(after step: LateRun.Step) throws {
        let told = try told
        for (one, other) in pairs(told) {
            let distance = one.time < other.time ? other.time - one.time : one.time - other.time
            try demand(
                distance > Self.again,
                "after \(step): \(one.user) has two \(one.type), \(distance) apart"
            )
        }
        let due = startsAt - .seconds(3_600)
        guard isOpen, clock.now >= due, clock.now < due + .seconds(7_200) else { return }
        for (type, users) in try audiences {
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

    private var told: [Told] {
        get throws {
            let rows = try rows
            let triggers = Dictionary(uniqueKeysWithValues: rows.triggerList.map { ($0.trigger.id, $0.trigger) })
            return try rows.notificationList.filter { !Self.wasWithdrawn($0) }.map { row in
                let trigger = try #require(triggers[row.trigger])
                return Told(
                    type: trigger.type,
                    user: row.user,
                    time: try #require(Self.time(of: trigger)),
                    notification: row.id
                )
            }
        }
    }

    private static func wasWithdrawn(_ row: NotificationRow) -> Bool {
        row.push == .suppressed && row.reason == .cancelled
    }

    private static func time(of trigger: Trigger) -> Timestamp? {
        trigger.transition.flatMap { Timestamp(rfc3339: $0.dropFirst("startsAt-".count)) }
    }

    private var audiences: [TypeID: Set<UserID>] {
        get throws {
            let members = Dictionary(grouping: try rows.memberList, by: \.entity).mapValues { Set($0.map(\.userID)) }
            return [
                "of-members": members[Self.event] ?? [], "of-club": members[Self.club] ?? [],
                "of-owner": Set([owner].compactMap(\.self)),
            ]
        }
    }

    /// Triggers of which some pushes were withdrawn and others not.
    private var partedTriggers: Set<TriggerID> {
        let byTrigger = Dictionary(grouping: (try? rows.notificationList) ?? [], by: \.trigger)
        return Set(
            byTrigger.filter { _, rows in
                rows.contains(where: Self.wasWithdrawn) && !rows.allSatisfy(Self.wasWithdrawn)
            }.keys
        )
    }

    private func note(_ step: LateRun.Step, _ known: Set<NotificationID>) {
        guard let rows = try? rows else { return }
        let news = rows.notificationList.filter { !known.contains($0.id) }
        let early = Set(rows.notificationList.filter { known.contains($0.id) }.map(\.trigger))
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
