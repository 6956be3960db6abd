import PealCore
import PealStore
import Testing

extension StoreConformance {
    static var users: [Case] {
        [
            Case("preferences are changed in place and count their changes") { scene async throws in
                #expect(try await scene.store.preferences(of: "a", app: scene.app) == Preferences())
                let first = try await scene.store.updatePreferences(of: "a", app: scene.app, now: scene.now) {
                    $0.global["push"] = .init(false, at: scene.now)
                    $0.categories["kudos"] = .init(channels: ["inApp": .init(true, at: scene.now)])
                }
                #expect(first.version == 1)
                #expect(first.updatedAt == scene.now)
                #expect(try await scene.store.preferences(of: "a", app: scene.app) == first)
                let same = try await scene.store.updatePreferences(
                    of: "a",
                    app: scene.app,
                    now: scene.now + .seconds(1)
                ) { $0.global["push"] = .init(false, at: scene.now) }
                #expect(same == first)
                #expect(try await scene.store.preferences(of: "a", app: "match") == Preferences())
            },
            Case("changes of preferences at once are all kept") { scene async throws in
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for number in 0..<30 {
                        group.addTask {
                            _ = try await scene.store.updatePreferences(of: "a", app: scene.app, now: scene.now) {
                                $0.categories[CategoryID("c\(number)")] = .init(enabled: .init(false, at: scene.now))
                            }
                        }
                    }
                    try await group.waitForAll()
                }
                let all = try await scene.store.preferences(of: "a", app: scene.app)
                #expect(all.categories.count == 30)
                #expect(all.version == 30)
            },
            Case("a mute replaces one of its scope, ends, and can be removed") { scene async throws in
                func mute(_ scope: Mute.Scope, until: Timestamp?) async throws -> Mute {
                    let mute = Mute(id: scene.id(), scope: scope, until: until, createdAt: scene.now)
                    return try #require(try await scene.store.put(mute, of: "a", app: scene.app))
                }
                _ = try await mute(.category("kudos"), until: nil)
                let kept = try await mute(.category("kudos"), until: scene.now + .seconds(60))
                let all = try await mute(.all, until: nil)
                #expect(try await scene.store.mutes(of: "a", app: scene.app, now: scene.now) == [kept, all])
                #expect(try await scene.store.mutes(of: "a", app: scene.app, now: scene.now + .seconds(60)) == [all])
                #expect(try await !scene.store.deleteMute(all.id, of: "b", app: scene.app))
                #expect(try await scene.store.deleteMute(all.id, of: "a", app: scene.app))
                #expect(try await !scene.store.deleteMute(all.id, of: "a", app: scene.app))
            },
            Case("a mute over the limit is refused until one is removed or ends") { scene async throws in
                func mute(_ number: Int, until: Timestamp? = nil, now: Timestamp? = nil) async throws -> Mute? {
                    let scope = Mute.Scope.thread("t\(number)")
                    let mute = Mute(id: scene.id(), scope: scope, until: until, createdAt: now ?? scene.now)
                    return try await scene.store.put(mute, of: "a", app: scene.app)
                }
                let end = scene.now + .seconds(60)
                let first = try #require(try await mute(1, until: end))
                for number in 2...UserLimits.mutes { #expect(try await mute(number) != nil) }
                let extra = UserLimits.mutes + 1
                #expect(try await mute(extra, now: end - .milliseconds(1)) == nil)
                #expect(try await scene.store.mutes(of: "a", app: scene.app, now: scene.now).count == extra - 1)
                let replaced = try #require(try await mute(1, until: end))
                #expect(try await !scene.store.deleteMute(first.id, of: "a", app: scene.app))
                #expect(try await mute(extra, now: end) != nil)
                #expect(try await mute(extra + 1, now: end) == nil)
                #expect(try await !scene.store.deleteMute(replaced.id, of: "a", app: scene.app))
            },
            Case("roles are the user's and those of any membership") { scene async throws in
                try await scene.user("a", roles: ["staff"])
                try await scene.entity(scene.report)
                try await scene.member("a", of: scene.report, role: "dd")
                let held = try await scene.store.roles(of: "a", app: scene.app)
                #expect(held == HeldRoles(own: ["staff"], memberships: [MembershipRole("dd", in: scene.report.type)]))
                #expect(try await scene.store.roles(of: "a", app: "match") == HeldRoles())
            },
        ]
    }
}
