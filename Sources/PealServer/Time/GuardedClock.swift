package import PealCore
import PealEngine
import Synchronization

/// The clock of a server in production: the system's, while that can be trusted (ADR 0059).
///
/// Everything that is due or too old is due or too old by ``now``. So no loop has to know of a wrong clock: while the clock is
/// in question, ``now`` goes on from the last trusted instant.
package final class GuardedClock: PealClock {
    /// How long a sleep lasts before the clock is read again: a jump is noticed no later.
    private static let step = Duration.seconds(10)

    private let system: SystemClock
    private let state: Mutex<ClockState>
    private let moved = WakeUp()

    /// Trusts the system's clock until ``begin(after:)``.
    package init(_ system: SystemClock = SystemClock()) {
        self.system = system
        state = Mutex(ClockState(after: nil, system: system.now, uptime: system.uptime))
    }

    /// Starts with the latest instant that is stored; `nil` trusts any plausible clock.
    package func begin(after latest: Timestamp?) {
        state.withLock { $0 = ClockState(after: latest, system: system.now, uptime: system.uptime) }
        moved.fire()
    }

    package var now: Timestamp { change { $0.read(system: $1, uptime: $2) } }

    package var latest: Timestamp {
        let now = now
        guard let question else { return now }
        return max(now, question.witness ?? question.system)
    }

    /// The instant by which credentials are dated that push services verify.
    package var outside: Timestamp { change { $0.outside(system: $1, uptime: $2) } }

    /// What is in question now; `nil` while the clock is trusted.
    package var question: ClockState.Question? {
        change { state, system, uptime in
            _ = state.read(system: system, uptime: uptime)
            return state.question
        }
    }

    /// For how long the process has run.
    var uptime: Duration { system.uptime }

    /// Takes the time of a service whose certificate was verified; whether it ended a question.
    func compare(_ date: Timestamp) -> Bool { change { $0.compare(date, system: $1, uptime: $2) } }

    /// An operator says that the clock is right.
    func accept() { change { $0.accept(system: $1, uptime: $2) } }

    /// Returns when the instant has come, or when the clock went back: it may not come for years, and who waits for it looks
    /// again.
    package func sleep(until instant: Timestamp) async throws {
        let start = now
        while true {
            let version = moved.version
            let current = now
            let remaining = instant - current
            if remaining <= .zero || current < start - ClockState.tolerance { return }
            try Task.checkCancellation()
            await withTaskGroup(of: Void.self) { group in
                group.addTask { await self.moved.wait(after: version) }
                group.addTask { try? await Task.sleep(for: min(remaining, Self.step), clock: .continuous) }
                await group.next()
                group.cancelAll()
            }
        }
    }

    /// Reads or changes the state, and wakes all who sleep when a question ended: what waited for the clock is due.
    private func change<Value: Sendable>(_ body: (inout ClockState, Timestamp, Duration) -> Value) -> Value {
        let (value, isOver) = state.withLock { state in
            let wasInQuestion = state.question != nil
            let value = body(&state, system.now, system.uptime)
            return (value, wasInQuestion && state.question == nil)
        }
        if isOver { moved.fire() }
        return value
    }
}
