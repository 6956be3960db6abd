import PealCore
import PealStore
import Testing

@testable import PealEngine
@testable import PealTesting

extension StoreConformance {
    static var rescheduling: [Case] {
        [
            Case("a trigger that waits takes another time, and its page of the old time is not written") { scene in
                try await scene.user("a")
                let id = try await scene.accept(scene.submission(.users(["a"])))
                let pending = try #require(try await scene.store.dueTriggers(now: scene.now, limit: 1).first)
                let later = scene.now + .seconds(600)
                let change = try await scene.move(id, to: later)
                #expect(change?.report?.dueAt == later)
                #expect(change?.report?.status == .scheduled)
                let page = FanOutPage(
                    trigger: pending,
                    notifications: [scene.notification("a")],
                    cursor: "a",
                    isLast: true
                )
                try await scene.store.commit([page])
                #expect(try await scene.store.trigger(id, app: scene.app)?.recipients == 0)
                #expect(try await scene.store.dueTriggers(now: later - .milliseconds(1), limit: 1).isEmpty)
                #expect(try await scene.store.dueTriggers(now: later, limit: 1).map(\.trigger.dueAt) == [later])
                #expect(try await scene.store.backlog() == 1)
                // What is past means now.
                #expect(try await scene.move(id, to: scene.now - .seconds(60))?.report?.dueAt == scene.now)
            },
            Case("a trigger that is fanned out or cancelled keeps its time") { scene async throws in
                let sent = try await scene.notify(["a"])
                #expect(try await scene.move(sent, to: scene.now + .seconds(60)) == .refused(.fannedOut(.after)))
                let cancelled = try await scene.accept(scene.submission(.users(["a"])))
                _ = try await scene.cancel(cancelled)
                #expect(try await scene.move(cancelled, to: scene.now + .seconds(60)) == .refused(.isCancelled))
                #expect(try await scene.move(scene.id(), to: scene.now) == nil)
                let other = try await scene.moves.change(sent, app: "match", .reschedule(to: scene.now), now: scene.now)
                #expect(other == nil)
            },
            Case("a trigger cancelled before its time waits again when it is resumed") { scene async throws in
                try await scene.user("a")
                let due = scene.now + .seconds(60)
                let id = try await scene.accept(scene.submission(.users(["a"]), dueAt: due))
                #expect(try await scene.resume(id) == .refused(.isNotCancelled))
                _ = try await scene.cancel(id)
                #expect(try await scene.store.backlog() == 0)
                let change = try await scene.resume(id)
                #expect(change?.report?.status == .scheduled)
                #expect(change?.report?.dueAt == due)
                #expect(try await scene.store.backlog() == 1)
                #expect(try await scene.store.dueTriggers(now: due, limit: 9).map(\.trigger.id) == [id])
                // It can be cancelled again, with an answer of its own.
                let report = try await scene.cancel(id)
                #expect(report == CancelReport(cancelled: 1, tooLate: 0, phase: .beforeFanOut))
                let moved = try await scene.resume(id, at: due + .seconds(60))
                #expect(moved?.report?.dueAt == due + .seconds(60))
            },
            Case("a trigger that was fanned out cannot be resumed") { scene async throws in
                let id = try await scene.notify(["a"]) { _ in (.show, .hold(until: scene.now + .seconds(9))) }
                _ = try await scene.cancel(id)
                #expect(try await scene.resume(id) == .refused(.fannedOut(.after)))
                #expect(try await scene.store.trigger(id, app: scene.app)?.status == .cancelled)
                #expect(try await scene.resume(scene.id()) == nil)
            },
            Case("a resumed trigger holds its claim again, unless another does by now") { scene async throws in
                let hour = TriggerSubmission.Claim(key: "hour", expiresAt: scene.now + .seconds(3600))
                let ever = TriggerSubmission.Claim(key: "ever", expiresAt: nil)
                for claim in [hour, ever] {
                    let id = try await scene.accept(scene.submission(.users(["a"]), claim: claim))
                    _ = try await scene.cancel(id)
                    _ = try await scene.resume(id)
                    let second = scene.submission(.users(["a"]), claim: claim)
                    #expect(try await scene.store.accept([second], answer: nil) == [.duplicate(of: id)])
                    _ = try await scene.cancel(id)
                    let third = try await scene.accept(scene.submission(.users(["a"]), claim: claim))
                    #expect(try await scene.resume(id) == .refused(.claimed(by: third)))
                    #expect(try await scene.store.trigger(id, app: scene.app)?.status == .cancelled)
                    _ = try await scene.cancel(third)
                    _ = try await scene.resume(id)
                }
                // A claim that would have ended meanwhile is not taken again.
                let brief = TriggerSubmission.Claim(key: "brief", expiresAt: scene.now + .seconds(1))
                let id = try await scene.accept(scene.submission(.users(["a"]), claim: brief))
                _ = try await scene.cancel(id)
                _ = try await scene.resume(id, now: scene.now + .seconds(2))
                let next = scene.submission(.users(["a"]), claim: ever)
                var late = next
                late.claim = TriggerSubmission.Claim(key: "brief", expiresAt: nil)
                #expect(try await scene.store.accept([late], answer: nil) == [.accepted(late.trigger.id)])
            },
            Case("the answer to a resume is written with it, once") { scene async throws in
                let id = try await scene.accept(scene.submission(.users(["a"])))
                let key = IdempotencyKey(app: scene.app, operation: "resume", key: "k")
                let answer = IdempotentAnswer<TriggerReport>(key: key) { report in
                    StoredAnswer(requestHash: [1], status: 200, body: Array(report.status.rawValue.utf8))
                }
                #expect(try await scene.resume(id, answer: answer) == .refused(.isNotCancelled))
                #expect(try await scene.store.answer(key, now: scene.now) == nil)
                _ = try await scene.cancel(id)
                _ = try await scene.resume(id, answer: answer)
                #expect(try await scene.store.answer(key, now: scene.now)?.body == Array("running".utf8))
            },
        ]
    }
}

extension StoreScene {
    /// The use case under test, without sender limits.
    fileprivate var moves: TriggerMoves {
        TriggerMoves(store: store, catalogs: CatalogRegistry(), zones: { _ in nil }, now: { now })
    }

    fileprivate func move(_ id: TriggerID, to sendAt: Timestamp) async throws -> TriggerChange? {
        try await moves.change(id, app: app, .reschedule(to: sendAt), now: now)
    }

    fileprivate func resume(
        _ id: TriggerID,
        at sendAt: Timestamp? = nil,
        now instant: Timestamp? = nil,
        answer: IdempotentAnswer<TriggerReport>? = nil
    ) async throws -> TriggerChange? {
        try await moves.change(id, app: app, .resume(at: sendAt, answer), now: instant ?? now)
    }
}

extension TriggerChange {
    fileprivate var report: TriggerReport? { if case .changed(let report) = self { report } else { nil } }
}
