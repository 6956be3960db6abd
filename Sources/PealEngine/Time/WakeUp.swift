public import PealCore
import Synchronization

/// Wakes everybody who waits, at once; a waiter that missed a firing between looking and waiting does not sleep.
public final class WakeUp: Sendable {
    private struct State {
        var version = 0
        var nextWaiter = 0
        var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
    }
    private let state = Mutex(State())

    /// Starts silent.
    public init() {}

    /// Counts firings.
    ///
    /// Read it before looking for work, and wait for a later one after finding none.
    public var version: Int { state.withLock { $0.version } }

    /// Wakes every waiter.
    public func fire() {
        let waiting = state.withLock { state in
            state.version += 1
            defer { state.waiters.removeAll(keepingCapacity: true) }
            return state.waiters
        }
        for continuation in waiting.values { continuation.resume() }
    }

    /// Returns once there was a wake-up after `version`, or when the task is cancelled.
    public func wait(after version: Int) async {
        let ticket = state.withLock { state in
            state.nextWaiter += 1
            return state.nextWaiter
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let waits = state.withLock { state in
                    guard state.version == version, !Task.isCancelled else { return false }
                    state.waiters[ticket] = continuation
                    return true
                }
                if !waits { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiters.removeValue(forKey: ticket) }?.resume()
        }
    }
}

extension WakeUp {
    /// Returns on a wake-up after `version`, at an instant, or when cancelled.
    public func wait(after version: Int, until instant: Timestamp?, on clock: any PealClock) async {
        guard let instant else { return await wait(after: version) }
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.wait(after: version) }
            group.addTask { try? await clock.sleep(until: instant) }
            await group.next()
            group.cancelAll()
        }
    }
}
