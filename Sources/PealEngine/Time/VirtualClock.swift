public import PealCore
import Synchronization

/// A clock that is set, not read: it stands still until moved, or flows on from where it was moved to.
public final class VirtualClock: PealClock {
    /// How a flowing clock reads and waits by real time.
    public struct Flow: Sendable {
        let now: @Sendable () -> Timestamp
        let sleep: @Sendable (Duration) async throws -> Void

        /// Wraps real time.
        public init(
            now: @escaping @Sendable () -> Timestamp,
            sleep: @escaping @Sendable (Duration) async throws -> Void
        ) {
            self.now = now
            self.sleep = sleep
        }
    }

    private let flow: Flow?
    private let base: Mutex<Timestamp>
    private let moved = WakeUp()

    /// Starts a clock at an instant.
    ///
    /// `flow` is real time to flow on by; without it the clock stands still.
    public init(at start: Timestamp, flow: Flow? = nil) {
        self.flow = flow
        let zero = flow?.now() ?? Timestamp(milliseconds: 0)
        base = Mutex(Timestamp(milliseconds: start.milliseconds - zero.milliseconds))
    }

    /// The instant it is.
    public var now: Timestamp {
        Timestamp(milliseconds: base.withLock { $0.milliseconds } + (flow?.now().milliseconds ?? 0))
    }

    /// Moves the clock, forwards or back, and wakes whoever waited for an instant that has come; back wakes everyone.
    public func set(_ instant: Timestamp) {
        base.withLock { $0 = Timestamp(milliseconds: instant.milliseconds - (flow?.now().milliseconds ?? 0)) }
        moved.fire()
    }

    /// Moves the clock forwards.
    public func advance(by duration: Duration) { set(now + duration) }

    /// Returns when the instant has come, or when the clock was moved back: it may not come for years, and who waits for it
    /// looks again.
    public func sleep(until instant: Timestamp) async throws {
        let start = now
        while true {
            let version = moved.version
            let (current, remaining) = (now, instant - now)
            if remaining <= .zero || current < start { return }
            try Task.checkCancellation()
            guard let flow else {
                await moved.wait(after: version)
                continue
            }
            await withTaskGroup(of: Void.self) { group in
                group.addTask { await self.moved.wait(after: version) }
                group.addTask { try? await flow.sleep(remaining) }
                await group.next()
                group.cancelAll()
            }
        }
    }
}
