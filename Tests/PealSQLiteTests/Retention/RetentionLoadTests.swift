import PealCore
import PealSQL
import PealStore
import Synchronization
import Testing

@testable import PealTesting

@Suite("Retention beside other writers")
struct RetentionLoadTests {
    /// What intake waited for, while a sweep was at it.
    private final class Waits: Sendable {
        let isOver = Mutex(false)
        let longest = Mutex(Duration.zero)
        let accepted = Mutex(0)
    }

    @Test("Intake goes on while thousands of old rows are dropped, and none of its calls waits for the whole sweep")
    func intakeGoesOn() async throws {
        try await withStore { store in
            let scene = StoreScene(store: store)
            let users = (0..<4_000).map { UserID("u\($0)") }
            try await scene.notify(users)
            let cut = RetentionCut(app: scene.app, inbox: scene.now + .seconds(99), log: scene.now + .seconds(99))
            let waits = Waits()
            let clock = ContinuousClock()
            let start = clock.now
            let steps = try await withThrowingTaskGroup(of: Int?.self) { group in
                group.addTask {
                    var steps = 0
                    var last: NotificationID?
                    repeat {
                        let step = try await store.sweepNotifications(cut, after: last, limit: 500)
                        #expect(step.counts.decisions <= 500)
                        last = step.next
                        steps += 1
                    } while last != nil
                    waits.isOver.withLock { $0 = true }
                    return steps
                }
                group.addTask {
                    while !waits.isOver.withLock({ $0 }) {
                        let wait = try await clock.measure { try await scene.accept(scene.submission(.users(["a"]))) }
                        waits.longest.withLock { $0 = max($0, wait) }
                        waits.accepted.withLock { $0 += 1 }
                    }
                    return nil
                }
                var steps = 0
                for try await result in group { steps += result ?? 0 }
                return steps
            }
            let whole = clock.now - start
            let accepted = waits.accepted.withLock { $0 }
            #expect(steps == 9)
            // Steps are transactions of their own: intake's come between.
            #expect(accepted >= steps / 2, "\(accepted) accepted during \(steps) steps")
            #expect(waits.longest.withLock { $0 } < whole, "intake waited for the whole sweep of \(whole)")
            #expect(try await store.inbox(of: "u7", app: scene.app, filter: .init(), page: .init(limit: 9)).items == [])
            #expect(try await store.backlog() == accepted)
        }
    }
}
