import PealCore
import PealEngine
import PealStore
import Testing

@testable import PealTesting

extension StoreConformance {
    static var cancelling: [Case] {
        [
            Case("a cancel before fan-out stops it whole and frees the claim") { scene async throws in
                let claim = TriggerSubmission.Claim(key: "k", expiresAt: nil)
                let id = try await scene.accept(scene.submission(.users(["b", "a", "a"]), claim: claim))
                let report = try await scene.cancels.cancel(id, app: scene.app, retracts: false, now: scene.now)
                #expect(report == CancelReport(cancelled: 2, tooLate: 0, phase: .beforeFanOut))
                #expect(try await scene.store.dueTriggers(now: scene.now, limit: 1).isEmpty)
                #expect(try await scene.store.backlog() == 0)
                #expect(try await scene.store.trigger(id, app: scene.app)?.status == .cancelled)
                let next = scene.submission(claim: claim)
                #expect(try await scene.store.accept([next], answer: nil) == [.accepted(next.trigger.id)])
                #expect(try await scene.cancels.cancel(id, app: "match", retracts: false, now: scene.now) == nil)
            },
            Case("a second cancel changes nothing, and answers as the first") { scene async throws in
                let id = try await scene.accept(scene.submission(.users(["a"])))
                let first = try await scene.cancels.cancel(id, app: scene.app, retracts: false, now: scene.now)
                let again = try await scene.cancels.cancel(id, app: scene.app, retracts: false, now: scene.now)
                #expect(first == CancelReport(cancelled: 1, tooLate: 0, phase: .beforeFanOut))
                #expect(again == first)
                #expect(try await scene.store.backlog() == 0)
                let sent = try await scene.notify(["b", "c"]) { _ in (.show, .hold(until: scene.now + .seconds(9))) }
                let later = try await scene.cancels.cancel(sent, app: scene.app, retracts: false, now: scene.now)
                #expect(later == CancelReport(cancelled: 2, tooLate: 0, phase: .after))
                #expect(try await scene.cancels.cancel(sent, app: scene.app, retracts: true, now: scene.now) == later)
            },
            Case("what waits after an attempt whose answer was lost is too late; after a refusal it is not") { scene in
                for user: UserID in ["a", "b"] { try await scene.device(user) }
                let id = try await scene.notify(["a", "b"])
                for delivery in try await scene.store.claim(now: scene.now, limit: 9, epoch: 1) {
                    let retry = DeliveryMachine.Next.retry(at: scene.now + .seconds(60), counted: true)
                    let outcome = delivery.userID == "a" ? "unknown" : "unavailable"
                    try await scene.store.record([scene.result(delivery, retry, epoch: 1, outcome: outcome)])
                }
                let report = try await scene.cancels.cancel(id, app: scene.app, retracts: false, now: scene.now)
                #expect(report == CancelReport(cancelled: 1, tooLate: 1, phase: .after))
                #expect(try await scene.store.claim(now: scene.now + .seconds(90), limit: 9, epoch: 1).isEmpty)
            },
            Case("a digested push is cancelled with its trigger") { scene async throws in
                try await scene.user("a")
                let id = try await scene.accept(scene.submission(.users(["a"])))
                try await scene.fanOut { recipient in
                    var notification = scene.notification(
                        recipient.userID,
                        inApp: .hide(.categoryDisabled),
                        push: .digest(until: scene.now + .seconds(60))
                    )
                    notification.decision.digestWindow = DigestWindowKey(key: "d", closesAt: scene.now + .seconds(60))
                    return notification
                }
                let report = try await scene.cancels.cancel(id, app: scene.app, retracts: false, now: scene.now)
                #expect(report == CancelReport(cancelled: 1, tooLate: 0, phase: .after))
                #expect(try await scene.store.trigger(id, app: scene.app)?.suppressed == [.cancelled: 1])
                #expect(try await scene.store.hasWork(now: scene.now + .seconds(90)) == false)
            },
            Case("a cancel of many is counted in steps, and goes on where a crash cut it off") { scene async throws in
                let users = (1...1_203).map { UserID("u\($0)") }
                let id = try await scene.notify(users) { _ in (.show, .hold(until: scene.now + .seconds(9))) }
                #expect(try await scene.cancels.continueInterrupted(limit: 100) == false)
                let report = try await scene.cancels.cancel(id, app: scene.app, retracts: true, now: scene.now)
                #expect(report == CancelReport(cancelled: 1_203, tooLate: 0, phase: .after))
                #expect(try await scene.store.trigger(id, app: scene.app)?.heldPushes == 0)
                #expect(try await scene.cancels.continueInterrupted(limit: 100) == false)
                for user in [users[0], users[700], users[1_202]] { #expect(try await scene.inbox(user).isEmpty) }
            },
            Case("a cancel counts who is still spared and who is not") { scene async throws in
                for user in ["a", "b", "c", "d"] as [UserID] {
                    try await scene.user(user)
                    try await scene.device(user)
                }
                let id = try await scene.notify(["a", "b", "c", "d"]) { recipient in
                    switch recipient.userID {
                    case "c": (.hide(.categoryDisabled), .hold(until: scene.now + .seconds(600)))
                    case "d": (.show, .suppress(.muted))
                    default: StoreScene<Store>.sendToAll(recipient)
                    }
                }
                let leased = try #require(try await scene.store.claim(now: scene.now, limit: 1, epoch: 1).first)
                let report = try await scene.cancels.cancel(id, app: scene.app, retracts: false, now: scene.now)
                #expect(report == CancelReport(cancelled: 2, tooLate: 1, phase: .after))
                #expect(try await scene.store.claim(now: scene.now, limit: 9, epoch: 1).isEmpty)
                #expect(try await scene.store.dueHeld(now: scene.now + .seconds(700), limit: 9).isEmpty)
                // The one in flight fails: it is not tried again.
                let retry = DeliveryMachine.Next.retry(at: scene.now, counted: true)
                try await scene.store.record([scene.result(leased, retry, epoch: 1, outcome: "unavailable")])
                let left = try #require(try await scene.store.deliveries(of: leased.id.notification, app: scene.app))
                #expect(left.map(\.state) == [.cancelled])
                #expect(left.first?.reason == .cancelled)
                #expect(left.first?.attempts.count == 1)
                let counts = try #require(try await scene.store.trigger(id, app: scene.app))
                #expect(counts.recipients == 4)
                #expect(counts.suppressed == [.cancelled: 1])
                #expect(counts.heldPushes == 0)
                #expect(try await scene.store.hasWork(now: scene.now) == false)
            },
            Case("a cancel during fan-out keeps later pages out") { scene async throws in
                for user: UserID in ["a", "b", "c"] { try await scene.user(user) }
                let id = try await scene.accept(scene.submission(.users(["a", "b", "c"])))
                let pending = try #require(try await scene.store.dueTriggers(now: scene.now, limit: 1).first)
                func page(_ user: UserID, isLast: Bool) -> FanOutPage {
                    FanOutPage(
                        trigger: pending,
                        notifications: [scene.notification(user)],
                        cursor: user,
                        isLast: isLast
                    )
                }
                try await scene.store.commit([page("a", isLast: false)])
                let report = try await scene.cancels.cancel(id, app: scene.app, retracts: false, now: scene.now)
                #expect(report == CancelReport(cancelled: 2, tooLate: 0, phase: .during))
                try await scene.store.commit([page("b", isLast: true)])
                #expect(try await scene.store.trigger(id, app: scene.app)?.recipients == 1)
                #expect(try await scene.store.backlog() == 0)
            },
            Case("inbox rows stay, unless they are retracted") { scene async throws in
                let id = try await scene.notify(["a"])
                _ = try await scene.cancels.cancel(id, app: scene.app, retracts: false, now: scene.now)
                #expect(try await scene.inbox("a").count == 1)
                _ = try await scene.cancels.cancel(id, app: scene.app, retracts: true, now: scene.now)
                #expect(try await scene.inbox("a").isEmpty)
                #expect(try await scene.store.counts(of: "a", app: scene.app).unread == 0)
            },
            Case("a cancel key cancels any number of triggers, in steps") { scene async throws in
                for user: UserID in ["a", "b"] { try await scene.user(user) }
                for _ in 0..<50 { try await scene.accept(scene.submission(.users(["a", "b"]), cancelKey: "s")) }
                // Fans the fifty out, too.
                try await scene.notify(["c"]) { _ in (.show, .hold(until: scene.now + .seconds(9))) }
                for _ in 0..<3 { try await scene.accept(scene.submission(.users(["d"]), cancelKey: "s")) }
                func cancel(_ now: Timestamp) async throws -> CancelReport {
                    try await scene.cancels.cancel(key: "s", app: scene.app, retracts: false, now: now)
                }
                // What was acknowledged is meant, also when the clock has gone back since.
                let report = try await cancel(scene.now - .seconds(1))
                #expect(report == CancelReport(cancelled: 103, tooLate: 0, phase: .after))
                #expect(try await scene.store.backlog() == 0)
            },
            Case("a cancel key cancels all of its triggers, of one app") { scene async throws in
                for _ in 0..<3 { try await scene.accept(scene.submission(.users(["a"]), cancelKey: "session-9")) }
                try await scene.accept(scene.submission(.users(["a"]), cancelKey: "other"))
                let report = try await scene.cancels.cancel(
                    key: "session-9",
                    app: scene.app,
                    retracts: false,
                    now: scene.now
                )
                #expect(report == CancelReport(cancelled: 3, tooLate: 0, phase: .beforeFanOut))
                #expect(try await scene.store.backlog() == 1)
                let none = try await scene.cancels.cancel(key: "other", app: "match", retracts: false, now: scene.now)
                #expect(none.cancelled == 0)
            },
        ]
    }
}
