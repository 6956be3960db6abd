import PealCore
import PealEngine
import PealStore
import Testing

/// What audit logs are made from, and that they only grow.
extension StoreConformance {
    static var audit: [Case] {
        [
            Case("events come with what is stored of their objects, and name users by reference") { scene in
                let device = try await scene.device("a")
                _ = try await scene.notify(["a"])
                let claimed = try #require(try await scene.store.claim(now: scene.now, limit: 1, epoch: 1).first)
                try await scene.store.record([scene.result(claimed, .end(.accepted, nil), epoch: 1)])
                _ = try await scene.store.mark(
                    claimed.id.notification,
                    of: "a",
                    app: scene.app,
                    as: .opened,
                    now: scene.now
                )
                let records = try await scene.auditRecords()
                let reference = try #require(try await scene.store.auditReference(of: "a", app: scene.app))
                let pushed = try #require(records.first { $0.event.kind == .notificationPushed })
                #expect(pushed.user == reference && pushed.event.user == nil)
                #expect(pushed.category == "status" && pushed.inApp == .show && pushed.decidedAt == scene.now)
                let sent = try #require(records.first { $0.event.kind == .deliveryEnded })
                #expect(sent.user == reference && sent.notification == claimed.id.notification)
                #expect(sent.event.detail == scene.moved(.sending, .accepted))
                let known = AuditDevice(
                    id: device.id,
                    platform: .android,
                    appVersion: "1.0",
                    tokenHash: device.tokenHash
                )
                #expect(sent.device == known && sent.category == "status")
                let opened = try #require(records.first { $0.event.kind == .notificationOpened })
                #expect(opened.openedAt == scene.now && opened.user == reference)
            },
            Case("a delivery keeps the app version that it was made for, and says what the provider answered") {
                scene in
                try await scene.device("a")
                _ = try await scene.notify(["a"])
                let claimed = try #require(try await scene.store.claim(now: scene.now, limit: 1, epoch: 1).first)
                var updated = scene.newDevice("a", token: "token-of-a")
                updated.appVersion = "2.0"
                _ = try await scene.register(updated)
                try await scene.store.record([scene.result(claimed, .end(.failed, .providerRejected), epoch: 1)])
                let failed = try #require(try await scene.auditRecords().first { $0.event.kind == .deliveryEnded })
                #expect(failed.device?.appVersion == "1.0")
                #expect(failed.reason == .providerRejected && failed.event.ending?.state == .failed)
            },
            Case("entries are appended in order and found by each filter, in both orders") { scene in
                let all = try await scene.appendAudit(40)
                #expect(try await scene.store.auditTree(of: scene.app).size == 40)
                func found(
                    _ change: (inout AuditFilter) -> Void = { _ in },
                    after: Int? = nil,
                    newestFirst: Bool = false
                )
                    async throws -> [Int]
                {
                    var filter = AuditFilter()
                    change(&filter)
                    return try await scene.store.auditEntries(
                        of: scene.app,
                        filter,
                        after: after,
                        limit: 100,
                        newestFirst: newestFirst
                    ).map(\.seq)
                }
                #expect(try await found() == Array(0..<40))
                #expect(try await found(after: 5, newestFirst: true) == [4, 3, 2, 1, 0])
                #expect(try await found { $0.user = 1 } == all.filter { $0.userRef == 1 }.map(\.seq))
                #expect(try await found { $0.action = .failed } == all.filter { $0.action == .failed }.map(\.seq))
                #expect(try await found { $0.notification = all[7].notification } == [7])
                #expect(
                    try await found {
                        $0.from = all[10].at; $0.to = all[20].at
                    } == Array(10..<20)
                )
                let both = try await found(
                    {
                        $0.user = 1; $0.action = .failed; $0.from = all[9].at
                    },
                    newestFirst: true
                )
                let expected = all.filter { $0.userRef == 1 && $0.action == .failed && $0.seq >= 9 }.map(\.seq)
                #expect(both == Array(expected.reversed()))
                let others = try await scene.store.auditEntries(
                    of: "match",
                    AuditFilter(),
                    after: nil,
                    limit: 9,
                    newestFirst: false
                )
                #expect(others.isEmpty)
            },
            Case("entries that do not follow the log are refused, and nothing is written with them") { scene in
                let tree = try await scene.store.auditTree(of: scene.app)
                _ = try await scene.appendAudit(3)
                let end = try await scene.store.endOfEvents()
                await #expect(throws: StoreError.self) { _ = try await scene.appendAudit(3, from: tree, moving: end) }
                #expect(try await scene.store.auditTree(of: scene.app).size == 3)
                #expect(try await scene.store.cursor(of: .audit) == nil)
            },
            Case("a checkpoint covers what is there, grows, and leaves its event; the log is pruned up to one") {
                scene in
                let all = try await scene.appendAudit(30)
                #expect(try await scene.store.appsToCheckpoint() == [scene.app])
                #expect(try await !scene.addCheckpoint(31))
                let events = try await scene.eventsOf {
                    let isAdded = try await scene.addCheckpoint(10)
                    #expect(isAdded)
                }
                #expect(events == [Event(.auditCheckpoint, app: scene.app, .checkpoint(size: 10))])
                #expect(try await !scene.addCheckpoint(10))
                #expect(try await scene.addCheckpoint(20))
                #expect(
                    try await scene.store.auditCheckpoints(of: scene.app, below: nil, limit: 9).map(\.size) == [20, 10]
                )
                #expect(try await scene.store.auditCheckpoints(of: scene.app, below: 20, limit: 9).map(\.size) == [10])
                // Entries 0 to 14 are old enough; the checkpoint below that is at 10.
                func prune(limit: Int) async throws -> Int {
                    try await scene.store.pruneAudit(of: scene.app, before: all[15].at, limit: limit)
                }
                #expect(try await prune(limit: 4) == 4)
                #expect(try await scene.store.auditTree(of: scene.app).first == 10)
                #expect(try await prune(limit: 100) == 6)
                #expect(try await prune(limit: 100) == 0)
                let left = try await scene.store.auditEntries(
                    of: scene.app,
                    AuditFilter(),
                    after: nil,
                    limit: 100,
                    newestFirst: false
                )
                #expect(left.map(\.seq) == Array(10..<30))
                #expect(try await scene.store.auditCheckpoints(of: scene.app, below: nil, limit: 9).count == 2)
                _ = try await scene.appendAudit(5)
                #expect(try await scene.store.auditTree(of: scene.app).size == 35)
            },
            Case("an erased user has no reference any more, and whoever takes the name gets another") { scene in
                try await scene.user("a")
                let before = try #require(try await scene.store.auditReference(of: "a", app: scene.app))
                _ = try await scene.appendAudit(2, user: before)
                func names() async throws -> [UserID?] {
                    try await scene.store.auditEntries(
                        of: scene.app,
                        AuditFilter(),
                        after: nil,
                        limit: 9,
                        newestFirst: false
                    ).map(\.user)
                }
                #expect(try await names() == ["a", "a"])
                _ = try await scene.store.eraseUser("a", app: scene.app, now: scene.now)
                #expect(try await scene.store.auditReference(of: "a", app: scene.app) == nil)
                #expect(try await names() == [nil, nil])
                try await scene.user("a")
                let after = try #require(try await scene.store.auditReference(of: "a", app: scene.app))
                #expect(after != before)
                #expect(try await names() == [nil, nil])
            },
            Case("a key of a user's claims is kept once, walked, replaced, and erased with the user") { scene in
                try await scene.user("a")
                func keep(_ bytes: [UInt8]) async throws {
                    _ = try await scene.store.apply([ChangeGroup(app: scene.app, [.keepAuditSecret(bytes, of: "a")])])
                }
                try await keep([1])
                try await keep([2])
                #expect(try await scene.store.auditSecret(of: "a", app: scene.app) == [1])
                #expect(try await scene.store.auditSecret(of: "a", app: "match") == nil)
                let page = try await scene.store.sealedValues(of: .auditSecrets, app: scene.app, after: nil, limit: 9)
                #expect(page.values == [SealedValue(.auditSecret("a"), [1])])
                let new = Resealed(old: SealedValue(.auditSecret("a"), [1]), new: SealedValue(.auditSecret("a"), [3]))
                #expect(try await scene.store.replace([new, new], app: scene.app) == 1)
                #expect(try await scene.store.auditSecret(of: "a", app: scene.app) == [3])
                _ = try await scene.store.eraseUser("a", app: scene.app, now: scene.now)
                #expect(try await scene.store.auditSecret(of: "a", app: scene.app) == nil)
                await #expect(throws: StoreError.self, "the call began before the erasure") { try await keep([4]) }
                await #expect(throws: StoreError.self) {
                    let note = Change.note(.auditClaimed, AuditNote("failed", at: scene.now), about: "a")
                    _ = try await scene.store.apply([ChangeGroup(app: scene.app, [note])])
                }
            },
            Case("what administrators do to keys leaves a note") { scene in
                let key = SecretKeyRecord(
                    id: scene.id(),
                    app: scene.app,
                    hash: [UInt8](repeating: 1, count: 32),
                    scopes: ["triggers"],
                    name: "ci",
                    createdAt: scene.now
                )
                let dataKey = DataKeyRecord(app: scene.app, version: 1, wrapped: [1], createdAt: scene.now)
                let events = try await scene.eventsOf {
                    try await scene.store.add(key, by: "ana")
                    for _ in 0..<2 {
                        _ = try await scene.store.revoke(key.id, app: scene.app, by: "bob", now: scene.now)
                    }
                    for _ in 0..<2 { _ = try await scene.store.addIfAbsent(dataKey) }
                    _ = try await scene.store.rewrapDataKeys(by: "ana", at: scene.now) { $0.wrapped }
                }
                let notes: [AuditNote] = [
                    .created(key, by: "ana"), .revoked(key.id, by: "bob", at: scene.now), .created(dataKey, by: nil),
                    .rootKeyRotated(by: "ana", at: scene.now),
                ]
                #expect(events == notes.map { Event(.adminChanged, app: scene.app, .note($0)) })
            },
        ]
    }
}
