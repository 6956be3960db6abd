import Logging
import Synchronization

/// Counts failed authentications, and writes at most one line a minute about them.
final class CredentialFailures: Sendable {
    private struct State {
        var total: [CredentialFault: Int] = [:]
        var sinceLine: [CredentialFault: Int] = [:]
        var lineAt: Duration?
    }

    static let period = Duration.seconds(60)

    private let uptime: @Sendable () -> Duration
    private let logger: Logger
    private let state = Mutex(State())

    init(uptime: @escaping @Sendable () -> Duration, logger: Logger) {
        self.uptime = uptime
        self.logger = logger
    }

    /// A call was not authenticated.
    func note(_ fault: CredentialFault, from address: ClientAddress) {
        let now = uptime()
        let counts: [CredentialFault: Int]? = state.withLock { state in
            state.total[fault, default: 0] += 1
            state.sinceLine[fault, default: 0] += 1
            if let last = state.lineAt, now - last < Self.period { return nil }
            state.lineAt = now
            defer { state.sinceLine = [:] }
            return state.sinceLine
        }
        guard let counts else { return }
        let reasons = counts.sorted { $0.key.rawValue < $1.key.rawValue }.map { "\($0.key.rawValue) \($0.value)" }
        logger.warning(
            "authentication failed",
            metadata: [
                "count": "\(counts.values.reduce(0, +))", "reasons": "\(reasons.joined(separator: ", "))",
                "latestAddress": "\(address.name)",
            ]
        )
    }

    /// Failures since the start, by reason; every reason is there.
    var counts: [(reason: String, count: Int)] {
        let total = state.withLock { $0.total }
        return CredentialFault.allCases.map { ($0.rawValue, total[$0] ?? 0) }
    }
}
