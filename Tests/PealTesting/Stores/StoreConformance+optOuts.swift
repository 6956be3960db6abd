import PealCore
import PealStore
import Testing

extension StoreConformance {
    static var optOuts: [Case] {
        [
            Case("opt-outs are counted once a user, by app, and undone") { scene async throws in
                func choose(
                    _ user: UserID,
                    _ app: AppID,
                    _ choices: Preferences.CategoryChoices?
                ) async throws {
                    _ = try await scene.store.updatePreferences(of: user, app: app, now: scene.now) {
                        $0.categories["kudos"] = choices
                    }
                }
                try await choose("a", scene.app, .init(enabled: .init(false, at: scene.now)))
                try await choose("a", scene.app, .init(channels: ["push": .init(false, at: scene.now)]))
                try await choose("b", scene.app, .init(channels: ["inApp": .init(false, at: scene.now)]))
                try await choose("c", scene.app, .init(channels: ["push": .init(false, at: scene.now)]))
                try await choose("a", "match", .init(enabled: .init(false, at: scene.now)))
                #expect(
                    Set(try await scene.store.optOuts().map { "\($0.app) \($0.category) \($0.optedOut)" })
                        == ["\(scene.app) kudos 2", "match kudos 1"]
                )
                try await choose("a", scene.app, nil)
                #expect(try await scene.store.optOuts().first { $0.app == scene.app }?.optedOut == 1)
            },
            Case("an erased user is neither counted as a user nor as one who opted out") { scene async throws in
                func users() async throws -> Int { try await scene.store.userCounts()[scene.app] ?? 0 }
                let before = try await users()
                for user in ["x", "y", "x"] as [UserID] {
                    _ = try await scene.store.ensureUser(user, app: scene.app, now: scene.now)
                }
                #expect(try await users() == before + 2)
                _ = try await scene.store.updatePreferences(of: "x", app: scene.app, now: scene.now) {
                    $0.categories["kudos"] = .init(enabled: .init(false, at: scene.now))
                }
                _ = try await scene.store.eraseUser("x", app: scene.app, now: scene.now)
                #expect(try await users() == before + 1)
                #expect(try await scene.store.optOuts().map(\.optedOut) == [0])
            },
        ]
    }
}
