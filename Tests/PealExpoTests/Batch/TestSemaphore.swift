import Synchronization

/// Holds whoever passes until the test lets them through, and says how many are held.
final class TestSemaphore: Sendable {
    private struct State {
        var isOpen = false
        var held: [CheckedContinuation<Void, Never>] = []
        var passed = 0
        var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let state = Mutex(State())

    /// How many came so far.
    var passed: Int { state.withLock { $0.passed } }

    func pass() async {
        await withCheckedContinuation { continuation in
            let (watchers, isOpen) = state.withLock { state in
                state.passed += 1
                if !state.isOpen { state.held.append(continuation) }
                let passed = state.passed
                let ready = state.watchers.filter { $0.count <= passed }
                state.watchers.removeAll { $0.count <= passed }
                return (ready.map(\.continuation), state.isOpen)
            }
            for watcher in watchers { watcher.resume() }
            if isOpen { continuation.resume() }
        }
    }

    /// Returns once so many have come.
    func arrived(_ count: Int) async {
        await withCheckedContinuation { continuation in
            let isDone = state.withLock { state in
                if state.passed < count { state.watchers.append((count, continuation)) }
                return state.passed >= count
            }
            if isDone { continuation.resume() }
        }
    }

    /// Lets one through.
    func letOne() { state.withLock { $0.held.isEmpty ? nil : $0.held.removeFirst() }?.resume() }

    /// Lets everybody through from now on.
    func open() {
        let held = state.withLock { state in
            state.isOpen = true
            defer { state.held = [] }
            return state.held
        }
        for continuation in held { continuation.resume() }
    }
}
