import PealCore
import PealEngine
import PealStore

/// Waits until nothing is due or in flight, and moves the virtual clock from due instant to due instant.
struct Settler: Sendable {
    let store: any FanOutStore
    let clock: VirtualClock
    let work: WorkSignals
    let lanes: LaneBook
    let devices: DeviceSweeper
    let retention: RetentionSweeper

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
    /// Sweeps count: a device that ages out on the way does so at its instant (R011), and what is past its retention at the
    /// target of an hour or more is deleted before the answer. It stops early when something does not settle within half a minute of real time.
    func move(to target: Timestamp) async throws -> Timestamp {
        let (start, patience) = (clock.now, Duration.seconds(30))
        guard try await settle(within: patience) else { return clock.now }
        var sweep = try await devices.nextDue(after: clock.now)
        while true {
            let now = clock.now
            let work = try await store.nextDue(after: now, holds: lanes.holds(now: now))
            let due = min(work ?? sweep, sweep)
            guard due <= target else { break }
            clock.set(due)
            if due == sweep {
                try await devices.drain(at: due)
                sweep = try await devices.nextDue(after: due)
            }
            guard try await settle(within: patience) else { return clock.now }
        }
        clock.set(target)
        // As often as the sweeper of a server does, at the most.
        if target >= start + .seconds(3_600) { try await retention.drain() }
        _ = try await settle(within: patience)
        return clock.now
    }
}
