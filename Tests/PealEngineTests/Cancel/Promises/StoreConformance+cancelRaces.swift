import PealCore
import PealEngine
import PealStore
import Synchronization
import Testing

@testable import PealTesting

extension StoreConformance {
    static var cancelRaces: [Case] {
        (0..<12).map { seed in
            Case("a cancel among fan-out, release and delivery answers for everybody, whoever is first (\(seed))") {
                try await CancelRace(scene: $0, seed: seed).run()
            }
        }
    }
}

/// A trigger on its way to a hundred users while a caller cancels it.
private struct CancelRace<Store: PlatformStore>: Sendable {
    let scene: StoreScene<Store>
    let seed: Int

    private var users: [UserID] { (0..<100).map { UserID("u\($0)") } }

    /// Users whose push was leased, and whether the cancel had been answered before.
    private final class Leases: Sendable {
        private let users = Mutex<(all: Set<UserID>, afterAnswer: [UserID])>(([], []))
        let isAnswered = Mutex(false)

        /// Notes leases that were asked for before or after the answer.
        func add(_ deliveries: [ClaimedDelivery], afterAnswer: Bool) {
            users.withLock { users in
                for delivery in deliveries {
                    users.all.insert(delivery.userID)
                    if afterAnswer { users.afterAnswer.append(delivery.userID) }
                }
            }
        }

        var all: Set<UserID> { users.withLock { $0.all } }
        var afterAnswer: [UserID] { users.withLock { $0.afterAnswer } }
    }

    func run() async throws {
        for user in users {
            try await scene.user(user)
            try await scene.device(user)
        }
        let id = try await scene.accept(scene.submission(.users(users)))
        let leases = Leases()
        let report = try await withThrowingTaskGroup(of: CancelReport?.self) { group in
            group.addTask {
                try await fanOut(); return nil
            }
            group.addTask {
                try await release(leases); return nil
            }
            group.addTask {
                try await deliver(leases); return nil
            }
            group.addTask { try await cancel(id, leases) }
            var report: CancelReport?
            for try await result in group { report = result ?? report }
            return try #require(report)
        }
        #expect(leases.afterAnswer.isEmpty, "leased after the answer")
        #expect(report.tooLate == leases.all.count)
        #expect(report.cancelled + report.tooLate == users.count)
        #expect(try await scene.store.claim(now: scene.now + .seconds(60), limit: 999, epoch: 1).isEmpty)
        #expect(try await scene.store.dueHeld(now: scene.now + .seconds(999), limit: 999).isEmpty)
        #expect(try await scene.store.dueTriggers(now: scene.now, limit: 9).isEmpty)
        #expect(try await scene.store.backlog() == 0)
        let again = try await scene.cancels.cancel(id, app: scene.app, retracts: false, now: scene.now)
        #expect(again == report)
    }

    /// A caller reads it for a while, longer with every seed, and cancels.
    private func cancel(_ id: TriggerID, _ leases: Leases) async throws -> CancelReport? {
        for _ in 0..<(seed * seed / 2) { _ = try await scene.store.trigger(id, app: scene.app) }
        let report = try await scene.cancels.cancel(id, app: scene.app, retracts: seed % 3 == 0, now: scene.now)
        leases.isAnswered.withLock { $0 = true }
        return report
    }

    /// Every third push is held for a moment.
    private func fanOut() async throws {
        try await scene.fanOut(limit: 7) { recipient in
            let number = Int(recipient.userID.rawValue.dropFirst()) ?? 0
            let push: PushResult =
                number % 3 == 0
                ? .hold(until: scene.now + .seconds(5)) : .send(recipient.devices.map(\.id))
            return scene.notification(recipient.userID, push: push)
        }
    }

    private func release(_ leases: Leases) async throws {
        while !leases.isAnswered.withLock({ $0 }) {
            var releases: [ReleasedNotification] = []
            for held in try await scene.store.dueHeld(now: scene.now + .seconds(5), limit: 5) {
                let devices = try await scene.store.devices(of: held.userID, app: scene.app).map(\.id)
                let decision = Decision(
                    inApp: held.inApp,
                    push: .send(devices),
                    priority: .normal,
                    isAlert: false,
                    trace: held.trace
                )
                releases.append(
                    ReleasedNotification(
                        id: held.id,
                        app: scene.app,
                        userID: held.userID,
                        decision: decision,
                        at: scene.now
                    )
                )
            }
            try await scene.store.release(releases)
            try await scene.store.release(releases)
        }
    }

    /// Sends a few at a time; half of the attempts fail, and are to be tried again.
    private func deliver(_ leases: Leases) async throws {
        var rounds = 0
        while rounds < 3 {
            let isAnswered = leases.isAnswered.withLock { $0 }
            if isAnswered { rounds += 1 }
            let claimed = try await scene.store.claim(now: scene.now, limit: 4, epoch: 1)
            leases.add(claimed, afterAnswer: isAnswered)
            try await scene.store.record(
                claimed.map { scene.result($0, .end(.accepted, nil), epoch: 1) }
            )
        }
    }
}
