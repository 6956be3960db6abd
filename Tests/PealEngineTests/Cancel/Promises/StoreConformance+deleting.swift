import PealCore
import PealEngine
import PealStore
import Testing

@testable import PealTesting

/// What waits to be sent about an entity ends when the entity is deleted.
extension StoreConformance {
    static var deleting: [Case] {
        [
            Case("what is held, waits for a device or for a retry ends with its entity; what has left stays (R028)") {
                scene async throws in
                try await scene.entity(scene.report)
                for user: UserID in ["pending", "retry", "told"] {
                    try await scene.user(user)
                    try await scene.device(user)
                }
                let id = try await scene.notify(["held", "pending", "retry", "told"]) { recipient in
                    recipient.userID == "held"
                        ? (.show, .hold(until: scene.start)) : StoreScene<Store>.sendToAll(recipient)
                }
                let claimed = try await scene.store.claim(now: scene.now, limit: 9, epoch: 1)
                try await scene.store.record(
                    claimed.filter { $0.userID != "pending" }.map { delivery in
                        scene.result(
                            delivery,
                            delivery.userID == "told" ? .end(.accepted, nil) : .retry(at: scene.now, counted: true),
                            epoch: 1
                        )
                    }
                )
                for delivery in claimed where delivery.userID == "pending" {
                    let waits = ReevaluatedDelivery(epoch: 1, until: scene.now)
                    try await scene.applyAll([.delivery(.reevaluate(delivery.id, waits))])
                }
                #expect(try await scene.delete(scene.report))
                #expect(try await scene.store.dueHeld(now: scene.start, limit: 9).isEmpty)
                #expect(try await scene.store.claim(now: scene.start, limit: 9, epoch: 1).isEmpty)
                for user: UserID in ["held", "pending", "retry"] {
                    #expect(try await scene.decision(user, of: id)?.push == .suppress(.entityDeleted), "\(user)")
                    #expect(
                        try await scene.decision(user, of: id)?.trace.steps.last
                            == Trace.Step(.route, .stop, .entityDeleted, .revoked(.entityDeleted))
                    )
                }
                let report = try #require(try await scene.store.trigger(id, app: scene.app))
                #expect(report.status == .cancelled)
                #expect(report.deliveries == [.accepted: 1, .cancelled: 2])
                let cancel = try await scene.cancels.cancel(id, app: scene.app, retracts: false, now: scene.now)
                #expect(cancel == CancelReport(cancelled: 3, tooLate: 1, phase: .after))
                for user: UserID in ["held", "pending", "retry", "told"] {
                    #expect(try await scene.inbox(user).count == 1, "rows stay, as with any cancel")
                    #expect(try await scene.store.counts(of: user, app: scene.app).unseen == 1)
                }
            },
            Case("an item that waits in a digest ends with its entity, and the others stay in their window") {
                scene async throws in
                let other = EntityRef(type: "report", id: "r2")
                try await scene.entity(scene.report)
                try await scene.entity(other)
                var ids: [TriggerID] = []
                for ref in [scene.report, other] {
                    try await scene.user("a")
                    ids.append(try await scene.accept(scene.submission(.users(["a"]), entity: ref)))
                    try await scene.fanOut { recipient in
                        var new = scene.notification(recipient.userID, push: .digest(until: scene.start))
                        new.decision.digestWindow = DigestWindowKey(key: "d", closesAt: scene.start)
                        return new
                    }
                }
                #expect(try await scene.delete(scene.report))
                #expect(try await scene.decision("a", of: ids[0])?.push == .suppress(.entityDeleted))
                #expect(try await scene.decision("a", of: ids[1])?.push == .digest(until: scene.start))
            },
            Case("whoever is not decided about when the entity is deleted never is, also when the page was read") {
                scene async throws in
                try await scene.entity(scene.report)
                for user: UserID in ["u1", "u2"] { try await scene.user(user) }
                let id = try await scene.accept(scene.submission(.users(["u1", "u2"])))
                let later = try await scene.accept(scene.submission(.users(["u1"]), dueAt: scene.start))
                let pending = try #require(try await scene.store.dueTriggers(now: scene.now, limit: 1).first)
                let page = try await scene.store.recipients(of: pending, ownedTypes: [], limit: 9)
                #expect(try await scene.delete(scene.report))
                try await scene.store.commit([
                    FanOutPage(
                        trigger: pending,
                        notifications: page.recipients.map { scene.notification($0.userID) },
                        cursor: page.recipients.last?.userID,
                        isLast: true
                    )
                ])
                #expect(try await scene.store.trigger(id, app: scene.app)?.recipients == 0)
                #expect(try await scene.store.trigger(later, app: scene.app)?.status == .cancelled)
                #expect(try await scene.store.dueTriggers(now: scene.start, limit: 9).isEmpty)
            },
            Case("what is accepted after the entity was deleted is not meant, nor what is about another or its child") {
                scene async throws in
                let child = EntityRef(type: "comment", id: "c1")
                try await scene.entity(scene.report)
                try await scene.entity(child, parent: scene.report)
                try await scene.user("a")
                try await scene.device("a")
                let about = try await scene.notify(["a"])
                let ofChild = try await scene.accept(scene.submission(.users(["a"]), entity: child))
                #expect(try await scene.delete(scene.report))
                let after = try await scene.accept(scene.submission(.users(["a"])))
                try await scene.withdrawAll()
                try await scene.fanOut { recipient in
                    scene.notification(recipient.userID, push: .send(recipient.devices.map(\.id)))
                }
                #expect(try await scene.store.trigger(about, app: scene.app)?.status == .cancelled)
                let claimed = try await scene.store.claim(now: scene.now, limit: 9, epoch: 1)
                #expect(claimed.count == 2)
                for id in [ofChild, after] {
                    #expect(try await scene.store.trigger(id, app: scene.app)?.status == .running)
                }
                #expect(try await !scene.delete(EntityRef(type: "report", id: "unknown")))
                #expect(try await scene.store.openDeletion(app: nil) == nil)
            },
            Case("what has left in full is done, and stays so") { scene async throws in
                try await scene.entity(scene.report)
                try await scene.user("told")
                try await scene.device("told")
                let id = try await scene.notify(["told", "nobody"])
                try await scene.sendAll()
                #expect(try await scene.delete(scene.report))
                #expect(try await scene.store.trigger(id, app: scene.app)?.status == .done)
                #expect(try await scene.store.openWithdrawals(app: nil, limit: 1).isEmpty)
            },
            Case("the triggers of a deleted entity are looked at page by page, and another start goes on") {
                scene async throws in
                try await scene.entity(scene.report)
                for _ in 0..<230 { try await scene.accept(scene.submission(.users(["a"]))) }
                _ = try await scene.store.deleteEntity(scene.report, app: scene.app, now: scene.now)
                let open = try #require(try await scene.store.openDeletion(app: scene.app))
                #expect(open.entity == scene.report && open.cursor == nil)
                #expect(try await scene.store.openDeletion(app: "match") == nil)
                let page = try await scene.store.triggers(
                    about: scene.report,
                    app: scene.app,
                    after: nil,
                    upTo: open.newest,
                    limit: 100
                )
                #expect(page.count == 100 && page.allSatisfy(\.isToWithdraw))
                let changes = open.withdrawing(page, isLast: false)
                #expect(try await scene.apply(changes).isApplied)
                #expect(try await scene.apply(changes) == .failed([0]), "the cursor is not where it was")
                #expect(try await scene.store.openDeletion(app: nil)?.cursor == page.last?.id)
                // As the sweeper does at its start.
                while try await scene.cancels.continueInterrupted(limit: 100) {}
                #expect(try await scene.store.dueTriggers(now: scene.now, limit: 300).isEmpty)
                #expect(try await scene.store.openDeletion(app: nil) == nil)
            },
        ]
    }
}

extension StoreScene {
    /// Deletes an entity and withdraws what waits to be sent about it.
    fileprivate func delete(_ ref: EntityRef) async throws -> Bool {
        let existed = try await store.deleteEntity(ref, app: app, now: now)
        try await withdrawAll()
        return existed
    }

    fileprivate func withdrawAll() async throws { try await WithdrawFirings(store: store).finish(app: app) }
}
