import PealCore
import PealSQL
import PealStore
import Testing

@testable import PealTesting

/// Notifications, and what became of their pushes.
extension KeptScene {
    /// Inbox rows in each state, an action, texts that recipients share, and pushes that wait or were counted.
    func inboxes() async throws {
        let marks: [InboxMark] = [.seen, .read, .archived, .deleted, .opened, .dismissed, .received, .acknowledged]
        for number in 0...marks.count {
            try await scene.notify(["inbox"], thread: "t\(number % 3)") { _ in (.show, .suppress(.noDevice)) }
        }
        let rows = try await scene.inbox("inbox")
        for (row, mark) in zip(rows, marks) {
            _ = try await store.mark(row.id, of: "inbox", app: app, as: mark, now: after(1))
        }
        try await scene.notify(["inbox"]) { _ in (.hide(.muted), .suppress(.muted)) }

        let acted = try await scene.notified("acts")
        let action = ActionRecord(nil, adding: TakenAction("yes", sent: now, at: after(1)))
        #expect(try await scene.take(acted, of: "acts", from: nil, to: action))

        let shared = SealedText(shared: scene.id(), bytes: sealed("for several"))
        for user in ["shared", "shares"] as [UserID] { try await scene.user(user) }
        try await scene.accept(scene.submission(.users(["shared", "shares"])))
        try await scene.fanOut { recipient in
            var new = scene.notification(recipient.userID)
            new.content.text = shared
            return new
        }

        try await scene.notify(["held"], thread: "t1") { _ in (.show, .hold(until: after(600))) }
        try await scene.user("throttled")
        try await scene.accept(scene.submission(.users(["throttled"])))
        try await scene.fanOut { recipient in
            var new = scene.notification(recipient.userID, push: .send([]))
            new.throttledType = "chat"
            new.stamp = DecisionStamp(.init(facts: 1, entity: 2), validUntil: after(3_600))
            new.decision.wasDigested = true
            (new.content.thread, new.content.group, new.content.collapse) = ("t9", "g9", "c9")
            return new
        }
    }

    /// Pushes that were handed to a push service: accepted, failed, to be tried again, or with something still to come.
    func pushes() async throws {
        let users: [UserID] = ["accepted", "failed", "retried", "resent", "receipt", "redelivered", "unreachable"]
        try await push(to: users)
        try await scene.device("critical")
        try await scene.notify(["critical"], priority: .critical, alertsOnFailure: true)
        let rejected = DeliveryMachine.Next.end(.failed, .providerRejected)
        let claims = try await store.claim(now: now, limit: 99, epoch: 1)
        let results = claims.map { claimed in
            var result = scene.result(claimed, .end(.accepted, nil), epoch: 1)
            switch claimed.userID {
            case "failed": result = scene.result(claimed, rejected, epoch: 1, outcome: "rejected")
            case "unreachable":
                result = scene.result(claimed, rejected, epoch: 1, device: .quarantine(.dead), outcome: "gone")
            case "retried", "resent":
                let retry = DeliveryMachine.Next.retry(at: after(60), counted: claimed.userID == "retried")
                result = scene.result(claimed, retry, epoch: 1, outcome: "unavailable")
            case "receipt":
                result.receipt = ReceiptPlan(receipt: "r-1", dueAt: after(900), forgottenAt: after(86_400))
            default: break
            }
            return result
        }
        #expect(results.count == users.count + 1)
        try await store.record(results)
        let asked = try #require(claims.first { $0.userID == "receipt" })
        try await store.finish([ReceiptResult(id: asked.id, app: app, step: .askAgain(at: after(1_800)))])
        let confirmed = try #require(try await scene.inbox("accepted").first)
        let device = try #require(try await store.devices(of: "accepted", app: app).first)
        let delivery = DeliveryID(notification: confirmed.id, device: device.id)
        try await scene.applyAll([.delivery(.confirm(delivery, at: after(1)))])
        let found = ReachabilityRecord(isReachable: true, since: now, lookAt: after(20))
        try await scene.applyAll([.reachability(ReachabilityChange(of: "accepted", from: nil, to: found))])
        // It has confirmed one, so its silence says something from this one on.
        try await push(to: ["accepted"])
        try await scene.deliverAll()
        let lost = try #require(claims.first { $0.userID == "redelivered" })
        try await scene.applyAll([.redelivery(.plan(lost.id, at: after(10)))])
    }

    /// A digest window that is open, and one that was closed.
    func digests() async throws {
        try await window(of: "digest", pushes: [.send([]), .digest(until: after(300)), .digest(until: after(300))])
        let device = try await scene.device("digested")
        try await window(of: "digested", pushes: [.send([]), .digest(until: after(300)), .digest(until: after(300))])
        let due = try #require(try await store.dueWindows(now: after(300), limit: 9).first { $0.userID == "digested" })
        let newest = try #require(try await store.items(of: [due], now: after(300), limit: 1).first?.first)
        let decision = Decision(
            inApp: .show,
            push: .send([device.id]),
            priority: .normal,
            isAlert: false,
            trace: Trace(newest.trace.steps + [Trace.Step(.digest, .release)])
        )
        let representative = ReleasedNotification(
            id: newest.id,
            app: app,
            userID: "digested",
            decision: decision,
            digest: sealed("digest"),
            replaces: due.opener?.id,
            at: after(300)
        )
        try await store.close([
            ClosedWindow(window: due, representative: representative, reason: .digested, at: after(300))
        ])
    }

    private func window(of user: UserID, pushes: [PushResult]) async throws {
        try await scene.user(user)
        for push in pushes {
            try await scene.accept(scene.submission(.users([user])))
            try await scene.fanOut { recipient in
                var new = scene.notification(recipient.userID, push: push)
                new.decision.digestWindow = DigestWindowKey(key: "digest:assigned:", closesAt: after(300))
                return new
            }
        }
    }

    /// Silent sync pushes: one that was sent, one to be tried again, one that is being sent, and one that is due.
    func syncPushes() async throws {
        let users: [UserID] = ["sent to screens", "tried again", "syncing", "synced"]
        try await push(to: users)
        try await scene.deliverAll()
        let budget = KeptRows(store: store).budget
        for user in users {
            let row = try #require(try await scene.inbox(user).first)
            _ = try await store.mark(row.id, of: user, app: app, as: .read, now: now)
            try await scene.sync()
            guard user != "synced" else { continue }
            let claimed = try await store.claimSyncs(now: now, budget: budget, epoch: 1)
            #expect(!claimed.isEmpty)
            guard user != "syncing" else { continue }
            let retry = user == "tried again" ? after(30) : nil
            try await store.record(
                claimed.map { SyncResult(push: $0, retryAt: retry, deviceChange: .none, at: now, epoch: 1) }
            )
        }
    }

    /// Pushes that a process is sending, that wait, and that a summary stands for.
    func underWay() async throws {
        try await push(to: ["decided again", "sending"])
        let claimed = try await store.claim(now: now, limit: 99, epoch: 1)
        #expect(Set(claimed.map(\.userID)) == ["decided again", "sending"])
        let late = try #require(claimed.first { $0.userID == "decided again" })
        let stamp = DecisionStamp(.init(facts: 1, entity: 3), validUntil: after(3_600))
        let basis = DecisionBasis(stamp: stamp, policy: 5)
        let wait = ReevaluatedDelivery(epoch: 1, until: after(30), basis: basis)
        try await scene.applyAll([.delivery(.reevaluate(late.id, wait))])
        for _ in 0..<2 { try await push(to: ["waiting", "summary"], isStamped: true) }
        let summed = try await store.waiting(of: "summary", app: app, now: now).map(\.id.notification)
        let changes: [PushChange] = [
            .cancelDeliveries(summed[0], count: 1, .summarised), .joinSummary(summed[0], of: summed[1], Trace()),
        ]
        try await scene.applyAll(
            [.startSummary(summed[1], sealed("summary"), at: now, Trace())] + changes.map { .push($0, of: "summary") }
        )
        _ = try await scene.notify("radio", in: [scene.radio: .send, scene.pager: .hold(until: after(600))])
        #expect(try await scene.claimChannels().count == 1)
        _ = try await scene.notify("radio", in: [scene.radio: .send, scene.fax: .off(.channelDisabled)])
    }
}
