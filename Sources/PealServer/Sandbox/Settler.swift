import PealCore
import PealEngine
import PealStore

/// Waits until nothing is due or in flight, and moves the virtual clock from due instant to due instant.
struct Settler: Sendable {
    let store: any FanOutStore
    let clock: VirtualClock
    let work: WorkSignals
    let lanes: LaneBook

    /// Whether everything due settled within a real time.
    func settle(within limit: Duration) async throws -> Bool {
        let deadline = ContinuousClock.now + limit
        while true {
            let version = work.progress.version
            guard try await store.hasWork(now: clock.now, holds: lanes.holds(now: clock.now)) else { return true }
            guard ContinuousClock.now < deadline else { return false }
            await withTaskGroup(of: Void.self) { group in
                group.addTask { await work.progress.wait(after: version) }
                group.addTask { try? await Task.sleep(until: deadline, clock: .continuous) }
                await group.next()
                group.cancelAll()
            }
            try Task.checkCancellation()
        }
    }

    /// Steps through every due instant up to the target, settling each; returns where the clock stands.
    ///
    /// It stops early when something does not settle within half a minute of real time.
    func move(to target: Timestamp) async throws -> Timestamp {
        let patience = Duration.seconds(30)
        guard try await settle(within: patience) else { return clock.now }
        while let due = try await store.nextDue(after: clock.now, holds: lanes.holds(now: clock.now)), due <= target {
            clock.set(due)
            guard try await settle(within: patience) else { return clock.now }
        }
        clock.set(target)
        _ = try await settle(within: patience)
        return clock.now
    }
}
