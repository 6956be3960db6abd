import Synchronization

/// The messages taken last, by the last part of their address (RFC 8030 §5).
final class WebPushMessages: Sendable {
    private struct State {
        /// The subscription of each.
        var tokens: [String: String] = [:]
        var order: [String] = []
    }

    private let limit: Int
    private let state = Mutex(State())

    init(limit: Int = 10_000) { self.limit = limit }

    func store(_ id: String, token: String) {
        state.withLock { state in
            state.tokens[id] = token
            state.order.append(id)
            // The oldest go in blocks, so that keeping the limit costs nothing per message.
            guard state.order.count > limit + limit / 4 else { return }
            let excess = state.order.count - limit
            for old in state.order.prefix(excess) { state.tokens[old] = nil }
            state.order.removeFirst(excess)
        }
    }

    /// The subscription of a message, which is forgotten.
    func remove(_ id: String) -> String? { state.withLock { $0.tokens.removeValue(forKey: id) } }
}
