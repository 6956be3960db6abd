public import PealCore
import Synchronization

/// What the simulators received, newest kept: the sandbox's witness.
public final class RequestLog: Sendable {
    /// How much is kept of a request.
    public enum Detail: String, Sendable {
        /// Everything.
        case full
        /// For load runs: counters, and of each accepted push the token, the tag and the notification.
        case lean
    }

    /// How many requests there were, also those no longer kept.
    public struct Counters: Sendable, Equatable {
        /// Push requests.
        public var requests: UInt64 = 0
        /// Accepted ones.
        public var accepted: UInt64 = 0
        /// Refused ones.
        public var refused: UInt64 = 0
        /// Dropped connections.
        public var resets: UInt64 = 0
        /// Requests for an access token.
        public var tokenRequests: UInt64 = 0
        /// Entries that had to make room.
        public var forgotten: UInt64 = 0
    }

    /// An accepted push in a load run.
    public struct LeanEntry: Sendable, Equatable {
        /// When it came.
        public var at: Timestamp
        /// The device's token.
        public var token: String
        /// What the device replaces notifications by.
        public var tag: String
        /// The notification.
        public var notification: String
    }

    private struct State {
        var counters = Counters()
        var last: UInt64 = 0
        var entries: [RequestLogEntry] = []
        var lean: [LeanEntry] = []
        var leanForgotten: UInt64 = 0

        mutating func count(status: Int, reason: String? = nil) {
            counters.requests += 1
            switch status {
            case 0: counters.resets += 1
            // A batch can be taken and one message of it refused.
            case 200..<300 where reason == nil || reason == "answer-lost": counters.accepted += 1
            default: counters.refused += 1
            }
        }
    }

    /// How much is kept of a request.
    public let detail: Detail
    private let limit: Int
    /// How many entries one answer has at most.
    public static let pageSize = 1_000
    private let state = Mutex(State())

    /// Starts empty.
    /// - Parameters:
    ///   - detail: how much is kept of a request.
    ///   - limit: how many entries are kept.
    public init(detail: Detail = .full, limit: Int? = nil) {
        self.detail = detail
        self.limit = limit ?? (detail == .full ? 10_000 : 1_000_000)
    }

    /// How many requests there were.
    public var counters: Counters { state.withLock { $0.counters } }

    func countTokenRequest() { state.withLock { $0.counters.tokenRequests += 1 } }

    /// Writes a request down.
    package func record(_ entry: RequestLogEntry) {
        state.withLock { state in
            state.count(status: entry.status, reason: entry.reason)
            state.last += 1
            guard detail == .full else { return }
            var entry = entry
            entry.number = state.last
            state.entries.append(entry)
            state.counters.forgotten += Self.trim(&state.entries, to: limit)
        }
    }

    /// Writes an accepted push of a load run down.
    func record(_ entry: LeanEntry) {
        state.withLock { state in
            state.count(status: 200)
            state.last += 1
            state.lean.append(entry)
            let forgotten = Self.trim(&state.lean, to: limit)
            state.leanForgotten += forgotten
            state.counters.forgotten += forgotten
        }
    }

    /// Entries in order, and where to go on: one provider's or all, with a higher number than the cursor, from an instant
    /// on, at most so many.
    public func entries(
        provider: ProviderID? = nil,
        after cursor: UInt64 = 0,
        from instant: Timestamp? = nil,
        limit: Int = RequestLog.pageSize
    ) -> (items: [RequestLogEntry], cursor: UInt64) {
        let kept = state.withLock { $0.entries }
        var items: [RequestLogEntry] = []
        for entry in kept where entry.number > cursor && items.count < limit {
            if let provider, entry.provider != provider { continue }
            if let instant, entry.at < instant { continue }
            items.append(entry)
        }
        return (items, items.last?.number ?? max(cursor, kept.last?.number ?? 0))
    }

    /// Whether a text says from where on to read: an entry's number or an instant; nothing reads from the first on.
    public static func isCursor(_ since: String?) -> Bool {
        since.map { UInt64($0) != nil || Timestamp(rfc3339: $0) != nil } ?? true
    }

    /// The answer of `GET /sandbox/pushes?provider=&since=`: `since` is an entry's number or an instant.
    public func page(provider: String?, since: String?) -> JSONValue {
        let cursor = since.flatMap { UInt64($0) }
        let instant = cursor == nil ? since.flatMap { Timestamp(rfc3339: $0) } : nil
        let (items, next) = entries(
            provider: provider.map { ProviderID(rawValue: $0) },
            after: cursor ?? 0,
            from: instant
        )
        return .object([
            "items": .array(items.map(\.json)), "cursor": .string(String(next)),
            // Fewer than a page are the last ones.
            "next": items.count < Self.pageSize ? .null : .string(String(next)),
        ])
    }

    /// The accepted pushes of a load run in order, and where to go on; the cursor counts them from the first on.
    public func accepted(after cursor: UInt64 = 0, limit: Int = 100_000) -> (
        items: ArraySlice<LeanEntry>, cursor: UInt64
    ) {
        let (kept, forgotten) = state.withLock { ($0.lean, $0.leanForgotten) }
        let skipped = Int(clamping: cursor > forgotten ? cursor - forgotten : 0)
        let items = kept.dropFirst(skipped).prefix(max(limit, 0))
        return (items, max(cursor, forgotten) + UInt64(items.count))
    }

    /// The oldest go in blocks, so that keeping the limit costs nothing per request.
    private static func trim<Entry>(_ entries: inout [Entry], to limit: Int) -> UInt64 {
        guard entries.count >= limit + limit / 4 + 1 else { return 0 }
        let excess = entries.count - limit
        entries.removeFirst(excess)
        return UInt64(excess)
    }
}
