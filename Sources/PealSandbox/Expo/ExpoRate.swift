import PealCore
import Synchronization

/// Counts what each project sends in a second.
final class ExpoRate: Sendable {
    private struct State {
        var second: Int64 = .min
        var sent: [String: Int] = [:]
    }

    private let perSecond: Int
    private let state = Mutex(State())

    init(perSecond: Int) { self.perSecond = perSecond }

    /// Whether so many more may be sent now; they are counted if so.
    func allows(_ count: Int, project: String, at now: Timestamp) -> Bool {
        state.withLock { state in
            if state.second != now.seconds { state = State(second: now.seconds) }
            let sent = state.sent[project, default: 0] + count
            guard sent <= perSecond else { return false }
            state.sent[project] = sent
            return true
        }
    }
}
