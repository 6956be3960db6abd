import PealCore
import PealEngine
import Testing

@testable import PealTesting

@Suite("The inbox")
struct InboxTests {
    private static func list(
        _ world: UsersWorld,
        _ user: UserID = "ann",
        filter: InboxFilter = InboxFilter(),
        limit: Int = 50,
        after: String? = nil,
        grouped: Bool = false
    ) async throws -> InboxView {
        let page = PageRequest(limit: limit, after: after)
        return try await world.inbox.list(of: user, app: world.app, filter: filter, page: page, grouped: grouped)
    }

    @Test("Pages by cursor follow one another, and offsets agree with them (R175, R188)", arguments: [1, 2, 3, 7, 8])
    func pages(limit: Int) async throws {
        try await UsersWorld.with { world in
            try await world.user("ann")
            try await world.notify("ann", count: 7)
            try await world.notify("bob", count: 2)
            let all = try await Self.list(world)
            try #require(all.items.count == 7)
            #expect(all.next == nil)
            #expect(all.items.map(\.item.id) == all.items.map(\.item.id).sorted(by: >))
            var seen: [NotificationID] = []
            var after: String?
            repeat {
                let page = try await Self.list(world, limit: limit, after: after)
                #expect(page.items.count <= limit)
                #expect(page.counts.unread == 7)
                let offset = try await Self.list(world, filter: InboxFilter(offset: seen.count), limit: limit)
                #expect(offset.items.map(\.item.id) == page.items.map(\.item.id))
                seen += page.items.map(\.item.id)
                after = page.next
            } while after != nil
            #expect(seen == all.items.map(\.item.id))
            #expect(try await Self.list(world, filter: InboxFilter(offset: 7)).items.isEmpty)
        }
    }

    @Test("The badge counts what the catalog says (C10)", arguments: [BadgeRule.unseen, .unread])
    func badge(rule: BadgeRule) async throws {
        try await UsersWorld.with({ $0.badge = rule }) { world in
            try await world.user("ann")
            try await world.notify("ann", count: 3)
            let before = try await world.inbox.counts(of: "ann", app: world.app)
            #expect(before.badge == 3)
            #expect(try await world.inbox.markAll(of: "ann", app: world.app, as: .seen) == 3)
            let first = try #require(try await Self.list(world).items.first)
            let read = try await world.inbox.mark(first.item.id, of: "ann", app: world.app, as: .read)
            #expect(read?.status == .read)
            #expect(read?.item.readAt == world.clock.now)
            let after = try await world.inbox.counts(of: "ann", app: world.app)
            #expect((after.unread, after.unseen) == (2, 0))
            #expect(after.badge == (rule == .unread ? 2 : 0))
            #expect(after.badgeVersion > before.badgeVersion)
            #expect(try await Self.list(world).counts == after)
        }
    }

    @Test("Nobody marks what is another's")
    func foreign() async throws {
        try await UsersWorld.with { world in
            try await world.user("ann")
            try await world.notify("ann")
            let row = try #require(try await Self.list(world).items.first)
            #expect(try await world.inbox.mark(row.item.id, of: "bob", app: world.app, as: .read) == nil)
            #expect(try await world.inbox.mark(row.item.id, of: "ann", app: "elsewhere", as: .read) == nil)
            #expect(try await world.inbox.markAll(of: "bob", app: world.app, as: .deleted) == 0)
            #expect(try await world.inbox.counts(of: "ann", app: world.app).unread == 1)
        }
    }

    @Test(
        "Rows are grouped by type and by the day of the user's zone (R177)",
        arguments: [("UTC", ["2027-01-15"]), ("Pacific/Kiritimati", ["2027-01-16", "2027-01-15"])]
    )
    func groups(zone: String, days: [String]) async throws {
        // 2027-01-15, 09:30 UTC is 23:30 in Kiritimati; an hour later it is the next day there.
        let first = try #require(Timestamp(rfc3339: "2027-01-15T09:30:00Z"))
        try await UsersWorld.with { world in
            try await world.user("ann", timeZone: zone)
            try await world.notify("ann", at: first)
            try await world.notify("ann", type: "offer", at: first)
            try await world.notify("ann", at: first + .seconds(3_600))
            let view = try await Self.list(world, grouped: true)
            let groups = try #require(view.groups)
            #expect(groups.filter { $0.type == "assigned" }.map(\.date.iso) == days)
            #expect(groups.filter { $0.type == "offer" }.map(\.date.iso) == ["2027-01-15"])
            #expect(Set(groups.flatMap(\.ids)) == Set(view.items.map(\.item.id)))
            #expect(groups.flatMap(\.ids).count == 3)
            #expect(try await Self.list(world).groups == nil)
        }
    }

    @Test("The days are those of the zone that the user chose, then of the latest device, then of the backend (R177)")
    func zones() async throws {
        let morning = try #require(Timestamp(rfc3339: "2027-01-15T12:00:00Z"))
        try await UsersWorld.with { world in
            try await world.user("ann", timeZone: "UTC")
            try await world.notify("ann", at: morning)
            let day = { try await Self.list(world, grouped: true).groups?.map(\.date.iso) }
            #expect(try await day() == ["2027-01-15"])
            var device = world.scene.newDevice("ann", token: "t")
            device.timeZone = "Pacific/Kiritimati"
            _ = try await world.scene.register(device)
            #expect(try await day() == ["2027-01-16"])
            let choice = PreferenceChange(quietHours: .init(enabled: nil, start: nil, end: nil, timeZone: "UTC"))
            try await world.update("ann", choice)
            #expect(try await day() == ["2027-01-15"])
        }
    }

    @Test("A row is shown by the catalog it was written under")
    func oldVersion() async throws {
        try await UsersWorld.with { world in
            try await world.user("ann")
            try await world.notify("ann")
            let row = try #require(try await Self.list(world).items.first)
            #expect(row.item.contentVersion == UsersWorld.versions.accepted)
            #expect(row.category == "report-status-then")
        }
    }

    @Test("An app says whether it has an inbox (R189)", arguments: [true, false])
    func feature(isOn: Bool) async throws {
        try await UsersWorld.with({ $0.features.inbox = isOn }) { world in
            #expect(world.inbox.isOn(world.app) == isOn)
            #expect(!world.inbox.isOn("nowhere"))
        }
    }

    @Test("A thread read elsewhere is read (R165)")
    func resolve() async throws {
        try await UsersWorld.with { world in
            try await world.user("ann")
            try await world.notify("ann", count: 2)
            #expect(try await world.inbox.resolve(thread: "other", of: "ann", app: world.app).read == 0)
            #expect(try await world.inbox.resolve(thread: "t", of: "ann", app: world.app).read == 2)
            #expect(try await world.inbox.counts(of: "ann", app: world.app).unread == 0)
        }
    }
}
