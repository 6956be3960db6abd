import PealCore
import PealStore
import Testing

extension StoreConformance {
    static var people: [Case] {
        [
            Case("a known token is refreshed, and moves when another user registers it") { scene async throws in
                let first = try await scene.store.register(scene.newDevice("a", token: "t"), app: scene.app)
                #expect(first.created)
                var newer = scene.newDevice("a", token: "t")
                newer.appVersion = "2.0"
                newer.sealedToken = [7]
                let again = try await scene.store.register(newer, app: scene.app)
                #expect(!again.created)
                #expect(again.device.id == first.device.id)
                #expect(try await scene.store.devices(of: "a", app: scene.app) == [again.device])
                #expect(again.device.appVersion == "2.0")
                #expect(again.device.sealedToken == [7])
                let moved = try await scene.store.register(scene.newDevice("b", token: "t"), app: scene.app)
                #expect(moved.created)
                #expect(try await scene.store.devices(of: "a", app: scene.app).isEmpty)
                #expect(try await scene.store.devices(of: "b", app: scene.app) == [moved.device])
                let elsewhere = try await scene.store.register(scene.newDevice("a", token: "t"), app: "match")
                #expect(elsewhere.created)
                #expect(try await scene.store.devices(of: "b", app: scene.app).count == 1)
            },
            Case("the person's own switch outlives a refresh") { scene async throws in
                let device = try await scene.device("a")
                func change(_ enabled: Bool?, permission: PushPermission? = nil) async throws -> Device? {
                    try await scene.store.change(
                        DeviceChange(
                            id: device.id,
                            userID: "a",
                            permission: permission,
                            capabilities: ["camera": "denied"],
                            enabled: enabled,
                            now: scene.now + .seconds(5)
                        ),
                        app: scene.app
                    )
                }
                let off = try #require(try await change(false, permission: .denied))
                #expect(off.state == .disabled)
                #expect(off.permission == .denied)
                #expect(off.capabilities == ["bluetooth": "granted", "camera": "denied"])
                #expect(off.lastSeenAt == scene.now + .seconds(5))
                #expect(try await scene.device("a").state == .disabled)
                #expect(try await change(true)?.state == .active)
                let foreign = DeviceChange(
                    id: device.id,
                    userID: "b",
                    permission: nil,
                    capabilities: nil,
                    enabled: false,
                    now: scene.now
                )
                #expect(try await scene.store.change(foreign, app: scene.app) == nil)
            },
            Case("a logout forgets the token") { scene async throws in
                let device = try await scene.device("a")
                #expect(try await !scene.store.revoke(device.id, of: "b", app: scene.app, now: scene.now))
                #expect(try await scene.store.revoke(device.id, of: "a", app: scene.app, now: scene.now))
                #expect(try await !scene.store.revoke(device.id, of: "a", app: scene.app, now: scene.now))
                #expect(try await scene.store.devices(of: "a", app: scene.app).isEmpty)
                let back = try await scene.store.register(scene.newDevice("a", token: "token-of-a"), app: scene.app)
                #expect(back.created)
                #expect(back.device.id != device.id)
            },
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
            Case("a mute replaces one of its scope, ends, and can be taken back") { scene async throws in
                func mute(_ scope: Mute.Scope, until: Timestamp?) async throws -> Mute {
                    let mute = Mute(id: scene.id(), scope: scope, until: until, createdAt: scene.now)
                    return try await scene.store.put(mute, of: "a", app: scene.app)
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
            Case("roles are the user's and those of any membership") { scene async throws in
                try await scene.user("a", roles: ["staff"])
                try await scene.entity(scene.report)
                try await scene.member("a", of: scene.report, role: "dd")
                #expect(try await scene.store.roles(of: "a", app: scene.app) == ["staff", "dd"])
                #expect(try await scene.store.roles(of: "a", app: "match").isEmpty)
            },
        ]
    }
}
