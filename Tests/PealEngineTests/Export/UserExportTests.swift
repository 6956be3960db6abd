import PealCore
import PealSQL
import Testing

@testable import PealEngine
@testable import PealTesting

@Suite("What is held of a user")
struct UserExportTests {
    @Test("An export holds all of theirs and nothing of others")
    func everything() async throws {
        try await UsersWorld.with { world in
            for user in ["ann", "bob"] as [UserID] {
                try await world.user(user, roles: ["clerk"])
                try await world.scene.device(user)
                try await world.notify(user, count: 2)
            }
            try await world.scene.entity(world.scene.report)
            try await world.scene.member("ann", of: world.scene.report, role: "medic")
            let ride = EntityRef(type: "ride", id: "r7")
            try await world.scene.entity(ride, owner: "ann")
            let mute = try await world.preferences.mute(.all, for: nil, user: "ann", app: world.app)
            try await world.update("ann", PreferenceChange(global: [.push: false]))
            let answer = try #require(try await world.export.head(of: "ann", app: world.app))
            let notifications = try await world.export.notifications(of: "ann", app: world.app, after: nil)
            #expect(answer.user.user.id == "ann")
            #expect(answer.user.user.roles == ["clerk"])
            #expect(answer.memberships.map(\.role) == ["medic"])
            #expect(answer.owned == [ride])
            #expect(answer.devices.map(\.userID) == ["ann"])
            #expect(answer.preferences?.mutes == [mute])
            #expect(answer.preferences?.global.push == false)
            #expect(notifications.items.count == 2)
            #expect(notifications.items.allSatisfy { $0.userID == "ann" })
            #expect(!answer.isTruncated)
            #expect(try await world.export.head(of: "nobody", app: world.app) == nil)
            #expect(try await world.export.head(of: "ann", app: "elsewhere") == nil)
        }
    }

    @Test("Notifications that no inbox shows are held too: hidden ones, removed ones, those past the inbox's retention")
    func hidden() async throws {
        try await UsersWorld.with { world in
            try await world.user("ann")
            try await world.notify("ann", count: 2)
            try await world.notify("ann", isHidden: true)
            try await world.notify("ann", at: world.clock.now - .seconds(300 * 86_400))
            let shown = try await world.inbox.list(
                of: "ann",
                app: world.app,
                filter: InboxFilter(),
                page: PageRequest(limit: 9),
                grouped: false
            ).items
            let removed = try #require(shown.first?.item.id)
            _ = try await world.inbox.mark(removed, of: "ann", app: world.app, as: .deleted)
            let held = try await world.export.notifications(of: "ann", app: world.app, after: nil).items
            #expect(shown.count == 2)
            #expect(held.count == 4)
            #expect(held.filter { !$0.item.isShown }.count == 2)
            #expect(held.first { $0.item.id == removed }?.item.isShown == false)
            let receipt = try await world.store.eraseUser("ann", app: world.app, now: world.clock.now)
            #expect(receipt?.notifications == held.count)
        }
    }

    @Test("An erased user's export is gone")
    func erased() async throws {
        try await UsersWorld.with { world in
            try await world.user("ann")
            _ = try await world.store.eraseUser("ann", app: world.app, now: world.clock.now)
            #expect(try await world.export.head(of: "ann", app: world.app) == nil)
        }
    }

    @Test("Notifications come in pages of a bounded size, each once, newest first")
    func pages() async throws {
        try await UsersWorld.with { world in
            try await world.user("ann")
            let count = 2 * UserExport.pageSize + 7
            try await world.notify("ann", count: count)
            var (ids, sizes, cursor): ([NotificationID], [Int], String?) = ([], [], nil)
            repeat {
                let page = try await world.export.notifications(of: "ann", app: world.app, after: cursor)
                ids += page.items.map(\.item.id)
                sizes.append(page.items.count)
                cursor = page.next
            } while cursor != nil
            #expect(sizes == [UserExport.pageSize, UserExport.pageSize, 7])
            #expect(Set(ids).count == count)
            #expect(ids == ids.sorted(by: >))
        }
    }

    @Test("Memberships are bounded, and it is said when some are left out")
    func boundedMemberships() async throws {
        try await UsersWorld.with { world in
            try await world.user("ann")
            let limit = UserExport.maximumMemberships
            func join(_ numbers: Range<Int>) async throws {
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for number in numbers {
                        group.addTask {
                            let report = EntityRef(type: "report", id: "r\(number)")
                            try await world.scene.entity(report)
                            try await world.scene.member("ann", of: report)
                        }
                    }
                    try await group.waitForAll()
                }
            }
            for start in stride(from: 0, to: limit, by: 500) { try await join(start..<(start + 500)) }
            let whole = try #require(try await world.export.head(of: "ann", app: world.app))
            #expect(whole.memberships.count == limit)
            #expect(!whole.isTruncated)
            try await join(limit..<(limit + 1))
            let cut = try #require(try await world.export.head(of: "ann", app: world.app))
            #expect(cut.memberships.count == limit)
            #expect(cut.isTruncated)
        }
    }
}
