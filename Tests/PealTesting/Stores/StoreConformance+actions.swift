import PealCore
import PealStore
import Testing

/// The actions that users took on notifications.
extension StoreConformance {
    static var actions: [Case] {
        [
            Case("an action is kept with those before it, and leaves an event") { scene in
                let id = try await scene.notified("a")
                let fresh = try #require(try await scene.store.actionFacts(of: id, app: scene.app))
                #expect(fresh.user == "a" && fresh.record == nil && fresh.hiddenBy == nil && fresh.removal == nil)
                let first = ActionRecord(nil, adding: TakenAction("yes", sent: scene.now, at: scene.now + .seconds(1)))
                let events = try await scene.eventsOf { _ = try await scene.take(id, of: "a", from: nil, to: first) }
                let detail = EventDetail.acted(action: "yes", .dismiss, nil, at: scene.now + .seconds(1))
                #expect(events == [Event(.replyReceived, app: scene.app, user: "a", .notification(id), detail)])
                let second = ActionRecord(first, adding: TakenAction("no", at: scene.now + .seconds(2)))
                #expect(try await scene.take(id, of: "a", from: first, to: second))
                #expect(try await scene.store.actionFacts(of: id, app: scene.app)?.record == second)
                #expect(try await scene.store.actionFacts(of: id, app: "match") == nil)
                #expect(try await scene.store.actionFacts(of: scene.id(), app: scene.app) == nil)
            },
            Case("an action is stored neither over another one nor for another user, nor on what is gone") { scene in
                let id = try await scene.notified("a")
                let record = ActionRecord(nil, adding: TakenAction("yes", at: scene.now))
                #expect(try await !scene.take(id, of: "b", from: nil, to: record))
                #expect(try await !scene.take(id, of: "a", from: record, to: record))
                #expect(try await scene.take(id, of: "a", from: nil, to: record))
                #expect(try await !scene.take(id, of: "a", from: nil, to: record))
                _ = try await scene.store.mark(id, of: "a", app: scene.app, as: .deleted, now: scene.now)
                #expect(try await scene.store.actionFacts(of: id, app: scene.app)?.removal == .deleted)
                let later = ActionRecord(record, adding: TakenAction("no", at: scene.now))
                #expect(try await !scene.take(id, of: "a", from: record, to: later))
            },
            Case("actions are listed by notification, the newest first, and go with an erasure") { scene in
                var ids: [NotificationID] = []
                for index in 0..<3 {
                    let id = try await scene.notified("a")
                    ids.append(id)
                    guard index != 1 else { continue }
                    let taken = TakenAction("action-\(index)", at: scene.now)
                    #expect(try await scene.take(id, of: "a", from: nil, to: ActionRecord(nil, adding: taken)))
                }
                let held = try await scene.store.actions(of: "a", app: scene.app, limit: 9)
                #expect(held.map(\.notification) == [ids[2], ids[0]])
                #expect(held.map(\.taken.action) == ["action-2", "action-0"])
                #expect(try await scene.store.actions(of: "a", app: scene.app, limit: 1).count == 1)
                #expect(try await scene.store.actions(of: "b", app: scene.app, limit: 9).isEmpty)
                _ = try await scene.store.eraseUser("a", app: scene.app, now: scene.now)
                #expect(try await scene.store.actions(of: "a", app: scene.app, limit: 9).isEmpty)
                #expect(try await scene.store.actionFacts(of: ids[0], app: scene.app) == nil)
            },
        ]
    }
}

extension StoreScene {
    /// A notification of a user that the inbox shows.
    func notified(_ user: UserID) async throws -> NotificationID {
        if try await store.user(user, app: app) == nil { try await self.user(user) }
        _ = try await notify([user]) { _ in (.show, .suppress(.noDevice)) }
        let page = try await store.heldItems(of: user, app: app, page: PageRequest(limit: 1))
        return try #require(page.items.first?.id)
    }

    /// Stores an action; whether what was stored before was as expected.
    func take(_ id: NotificationID, of user: UserID, from before: ActionRecord?, to after: ActionRecord) async throws
        -> Bool
    {
        let change = ActionChange(notification: id, user: user, before: before, after: after, kind: .dismiss)
        return try await store.apply([ChangeGroup(app: app, [.action(change)])]).allSatisfy(\.isApplied)
    }
}
