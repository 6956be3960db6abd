import PealCore
import PealEngine
import PealStore
import Testing

@testable import PealTesting

/// Cancels of notifications in a digest.
extension StoreConformance {
    static var digestCancels: [Case] {
        [
            Case("a digest whose representative is cancelled in time is composed again") { scene async throws in
                for push in ["hold", "send"] {
                    let user = UserID(push)
                    let ids = try await close(4, of: user, sends: push == "send", in: scene)
                    #expect(try await cancel(ids[3], of: user, scene) == [1, 0])
                    try await expectOpen(Array(ids[..<3]), of: user, scene)
                    // The same again: it waits in its window, where one goes and the others stay.
                    #expect(try await cancel(ids[2], of: user, scene) == [1, 0])
                    try await expectOpen(Array(ids[..<2]), of: user, scene)
                }
            },
            Case("a digest one of whose items is cancelled in time is composed again") { scene async throws in
                for push in ["hold", "send"] {
                    let user = UserID(push)
                    let ids = try await close(4, of: user, sends: push == "send", in: scene)
                    #expect(try await cancel(ids[1], of: user, scene) == [1, 0])
                    try await expectOpen([ids[0], ids[2], ids[3]], of: user, scene)
                    let window = try #require(try await due(user, scene))
                    let representative = try #require(try await items(of: window, scene).first)
                    try await scene.store.close([try await closing(window, representative, sends: true, scene)])
                    let claimed = try await scene.store.claim(now: end(scene), limit: 9, epoch: 1)
                    #expect(claimed.map(\.id.notification) == [ids[3]])
                    #expect(claimed.first?.notification.content.text.digest == Array("digest of 3".utf8))
                }
            },
            Case("an item that is the last of its digest gets its own text back") { scene async throws in
                let ids = try await close(2, of: "a", sends: false, in: scene)
                #expect(try await cancel(ids[0], of: "a", scene) == [1, 0])
                let window = try #require(try await due("a", scene))
                let item = try #require(try await items(of: window, scene).first)
                var closed = try await closing(window, item, sends: true, scene)
                closed.representative?.digest = nil
                try await scene.store.close([closed])
                let claimed = try await scene.store.claim(now: end(scene), limit: 9, epoch: 1)
                #expect(claimed.map(\.notification.content.text) == [SealedText(bytes: Array("sealed for a".utf8))])
            },
            Case("an item of a digest that was sent is too late, and so is its representative") { scene async throws in
                let ids = try await close(3, of: "a", sends: true, in: scene)
                let leased = try await scene.store.claim(now: end(scene), limit: 9, epoch: 1)
                #expect(leased.map(\.id.notification) == [ids[2]])
                #expect(try await cancel(ids[0], of: "a", scene) == [0, 1])
                try await scene.store.record(leased.map { scene.result($0, .end(.accepted, nil), epoch: 1) })
                #expect(try await cancel(ids[1], of: "a", scene) == [0, 1])
                #expect(try await cancel(ids[2], of: "a", scene) == [0, 1])
                #expect(try await due("a", scene) == nil)
            },
            Case("a window that was opened again while it was decided about is left as it is") { scene async throws in
                let ids = try await close(3, of: "a", sends: false, in: scene)
                _ = try await wait(1, of: "a", in: scene)
                let window = try #require(try await due("a", scene))
                let item = try #require(try await items(of: window, scene).first)
                _ = try await cancel(item.id, of: "a", scene)
                #expect(try await cancel(ids[2], of: "a", scene) == [1, 0])
                #expect(try await cancel(ids[1], of: "a", scene) == [1, 0])
                // As many items as were counted, and not the same.
                try await scene.store.close([try await closing(window, item, sends: true, scene)])
                try await expectOpen([ids[0]], of: "a", scene)
            },
        ]
    }

    private static var windowKey: String { "digest:assigned:" }

    private static func end(_ scene: StoreScene<Store>) -> Timestamp { scene.now + .seconds(300) }

    private static func due(_ user: UserID, _ scene: StoreScene<Store>) async throws -> DueWindow? {
        try await scene.store.dueWindows(now: end(scene), limit: 10).first { $0.userID == user }
    }

    private static func items(of window: DueWindow, _ scene: StoreScene<Store>) async throws -> [HeldNotification] {
        try await scene.store.items(of: [window], now: end(scene), limit: 9).first ?? []
    }

    /// Puts notifications of one user into a window.
    private static func wait(_ count: Int, of user: UserID, in scene: StoreScene<Store>) async throws
        -> [NotificationID]
    {
        try await scene.user(user)
        try await scene.device(user)
        var ids: [NotificationID] = []
        for _ in 0..<count {
            try await scene.accept(scene.submission(.users([user])))
            try await scene.fanOut { recipient in
                var new = scene.notification(recipient.userID, push: .digest(until: end(scene)))
                new.decision.digestWindow = DigestWindowKey(key: windowKey, closesAt: end(scene))
                ids.append(new.id)
                return new
            }
        }
        return ids
    }

    /// Closes a window of so many, whose digest is sent or stays held.
    private static func close(_ count: Int, of user: UserID, sends: Bool, in scene: StoreScene<Store>) async throws
        -> [NotificationID]
    {
        let ids = try await wait(count, of: user, in: scene)
        let window = try #require(try await due(user, scene))
        let representative = try #require(try await items(of: window, scene).first)
        try await scene.store.close([try await closing(window, representative, sends: sends, scene)])
        return ids
    }

    private static func closing(
        _ window: DueWindow,
        _ representative: HeldNotification,
        sends: Bool,
        _ scene: StoreScene<Store>
    ) async throws -> ClosedWindow {
        let snapshot = try await scene.store.snapshot(of: window.userID, app: window.app, ownedTypes: [])
        let released = ReleasedNotification(
            id: representative.id,
            app: window.app,
            userID: window.userID,
            decision: Decision(
                inApp: .show,
                push: sends ? .send(snapshot.devices.map(\.id)) : .hold(until: end(scene) + .seconds(600)),
                priority: .normal,
                isAlert: false,
                holdStage: sends ? nil : .throttle,
                wasDigested: true,
                trace: Trace(representative.trace.steps + [Trace.Step(.digest, .release)])
            ),
            digest: Array("digest of \(window.count)".utf8),
            at: end(scene)
        )
        return ClosedWindow(window: window, representative: released, reason: .digested, at: end(scene))
    }

    /// Cancels the trigger of a notification: how many were cancelled, and how many it was too late for.
    private static func cancel(_ id: NotificationID, of user: UserID, _ scene: StoreScene<Store>) async throws -> [Int]
    {
        let found = try await scene.store.decisions(
            app: scene.app,
            filter: DecisionFilter(user: user),
            page: PageRequest(limit: 50)
        ).items
        let trigger = try #require(found.first { $0.id == id }?.trigger)
        let report = try #require(
            try await scene.cancels.cancel(trigger, app: scene.app, retracts: false, now: end(scene))
        )
        return [report.cancelled, report.tooLate]
    }

    /// These wait in their window, which is due, and nothing else is to go out.
    private static func expectOpen(_ ids: [NotificationID], of user: UserID, _ scene: StoreScene<Store>) async throws {
        let window = try #require(try await due(user, scene))
        #expect(window.count == ids.count && window.total == ids.count && window.windowKey == windowKey)
        let items = try await items(of: window, scene)
        #expect(items.map(\.id) == ids.reversed())
        #expect(try await scene.store.claim(now: end(scene) + .seconds(900), limit: 9, epoch: 1).isEmpty)
        #expect(try await scene.store.dueHeld(now: end(scene) + .seconds(900), limit: 9).isEmpty)
    }
}
