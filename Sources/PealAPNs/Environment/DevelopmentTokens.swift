import Synchronization

/// Remembers which tokens with no stated environment turned out to be development tokens.
///
/// Many wrong guesses make Apple slow a sender down. Only hashes are kept, and a bounded number of them: what is forgotten
/// or mistaken costs one more guess.
final class DevelopmentTokens: Sendable {
    private struct State {
        var young: Set<Int> = []
        var old: Set<Int> = []
    }

    private let limit: Int
    private let state = Mutex(State())

    init(limit: Int = 20_000) { self.limit = max(limit, 2) }

    /// Where to try a token first.
    func guess(for token: String) -> APNsEnvironment {
        let hash = token.hashValue
        return state.withLock { $0.young.contains(hash) || $0.old.contains(hash) } ? .sandbox : .production
    }

    /// Notes where a token was taken.
    func learn(_ token: String, is environment: APNsEnvironment) {
        let hash = token.hashValue
        state.withLock { state in
            guard environment == .sandbox else {
                state.young.remove(hash)
                state.old.remove(hash)
                return
            }
            state.young.insert(hash)
            guard state.young.count >= limit / 2 else { return }
            state.old = state.young
            state.young = []
        }
    }

    /// How many are remembered.
    var count: Int { state.withLock { $0.young.union($0.old).count } }
}
