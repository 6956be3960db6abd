import PealCore
import Synchronization

/// What became of messages, kept for a day.
final class ExpoReceipts: Sendable {
    struct Entry: Sendable {
        /// What a fault can look at later.
        var subject: FaultSubject
        /// The mark of the project.
        var project: String
        /// Expo's code for what went wrong; `nil` is that all went well.
        var error: String?
        var storedAt: Timestamp
    }

    private struct State {
        var entries: [String: Entry] = [:]
        var order: [String] = []
    }

    static let lifetime: Duration = .seconds(24 * 3600)

    private let delay: Duration
    private let limit: Int
    private let state = Mutex(State())

    init(delay: Duration, limit: Int) {
        self.delay = delay
        self.limit = limit
    }

    func store(_ entry: Entry, id: String) {
        state.withLock { state in
            state.entries[id] = entry
            state.order.append(id)
            // The oldest go in blocks, so that keeping the limit costs nothing per message.
            guard state.order.count > limit + limit / 4 else { return }
            let excess = state.order.count - limit
            for old in state.order.prefix(excess) { state.entries[old] = nil }
            state.order.removeFirst(excess)
        }
    }

    /// The receipt, when it is there already and not forgotten yet.
    func entry(_ id: String, at now: Timestamp) -> Entry? {
        guard let entry = state.withLock({ $0.entries[id] }) else { return nil }
        return entry.storedAt + delay <= now && now < entry.storedAt + Self.lifetime ? entry : nil
    }

    /// Keeps a receipt saying the same from now on.
    func setError(_ error: String, of id: String) { state.withLock { $0.entries[id]?.error = error } }
}
