import PealCore
import PealEngine
import PealStore

/// Waits until nothing is due or in flight, and moves the virtual clock from due instant to due instant.
struct ClockDrain: Sendable {
    let store: any FanOutStore
    let clock: VirtualClock
    let work: PipelineWakeUps
    let queues: QueueRegistry
    let devices: DeviceSweeper
    let retention: RetentionSweeper
    let outgoing: WebhookLoop
    let alerts: AlertLoop
    let reachability: ReachabilityLoop

    private static let day = Duration.seconds(86_400)

    /// Whether everything due was drained within a real time.
    func drain(within limit: Duration) async throws -> Bool {
        let deadline = ContinuousClock.now + limit
        while true {
            let version = work.progress.version
            guard try await hasWork() else { return true }
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

    private func hasWork() async throws -> Bool {
        let now = clock.now
        if try await store.hasWork(now: now, holds: queues.holds(now: now)) { return true }
        if try await reachability.hasWork(now: now) { return true }
        return try await outgoing.hasWork(now: now)
    }

    /// Steps through every due instant up to the target, draining each; returns the time of the clock.
    ///
    /// Over a day or more sweeps count: a device that ages out on the way does so at its instant (R011), and what is past its
    /// retention at the target is deleted before the answer. Shorter steps leave that to the sweepers of the server. Alerts are
    /// measured at the target. It stops
    /// early when something is not drained within half a minute of real time.
    func move(to target: Timestamp) async throws -> Timestamp {
        let (start, patience) = (clock.now, Duration.seconds(30))
        guard try await drain(within: patience) else { return clock.now }
        let sweeps = target >= start + Self.day
        var sweep: Timestamp?
        if sweeps { sweep = try await devices.nextDue(after: start) }
        while true {
            let now = clock.now
            let work = try await store.nextDue(after: now, holds: queues.holds(now: now))
            let message = try await outgoing.nextDue(after: now)
            let look = try await reachability.nextDue(after: now)
            guard let due = [work, sweep, message, look].compactMap(\.self).min(), due <= target else { break }
            clock.set(due)
            if due == sweep { try await devices.drain(at: due) }
            guard try await drain(within: patience) else { return clock.now }
            // What was due may have begun the ageing of another device.
            if sweeps { sweep = try await devices.nextDue(after: due) }
        }
        clock.set(target)
        if sweeps { try await retention.drain() }
        guard try await drain(within: patience) else { return clock.now }
        // The server's own loop may come later: what follows from the new time is true when this returns.
        try await alerts.step()
        _ = try await drain(within: patience)
        return clock.now
    }
}
