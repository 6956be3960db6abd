import Synchronization

/// Counts the answers of each origin, so that a time-out can be told from a connection that died by halves.
///
/// Over HTTP/2 a call that times out ends its stream and leaves the connection alone. Where nothing was answered since the
/// call was sent, that connection would be used for ever, though a new one may work.
final class AnswerCount: Sendable {
    private static let limit = 1_000
    private let counts = Mutex<[String: UInt64]>([:])

    /// How many answers an origin gave so far.
    func answers(of origin: String) -> UInt64 { counts.withLock { $0[origin] ?? 0 } }

    /// Whether a call's end shows that the origin is silent on the connections there are.
    /// - Parameters:
    ///   - result: how the call ended.
    ///   - origin: where it was sent.
    ///   - before: the origin's answers when it was sent.
    /// - Returns: `true` when it timed out and nothing was answered meanwhile.
    func isSilent(after result: HTTPResult, from origin: String, before: UInt64) -> Bool {
        switch result {
        case .answered:
            counts.withLock { counts in
                // Strangers choose some origins; one that is forgotten costs a later look, no more.
                if counts.count >= Self.limit, counts[origin] == nil { counts = [:] }
                counts[origin, default: 0] += 1
            }
            return false
        case .answerLost(let reason): return HTTPResult.timeouts.contains(reason) && answers(of: origin) == before
        case .notSent: return false
        }
    }
}
