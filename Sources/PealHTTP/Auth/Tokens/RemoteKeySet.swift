public import Logging
public import PealCore
public import PealProviderKit
import Synchronization

/// The keys that an app's identity provider publishes at a URL: cached, asked for again when a token names an unknown one,
/// and kept for a day when the URL fails.
///
/// A document that can be read counts in full: a key that it no longer lists does not verify any more.
public final class RemoteKeySet: Sendable {
    private struct State {
        var keys = KeySet()
        var entityTag: String?
        var attemptedAt: Duration?
        /// When the set was last read, or found unchanged.
        var readAt: Duration?
        /// Requests that failed since then.
        var failures = 0
        var dueAt = Duration.zero
        var isFetching = false
        var waiters: [CheckedContinuation<Void, Never>] = []
        /// What went wrong last, and what follows from it, so that each is logged once.
        var failure: String?
        var consequence: String?
    }

    private static let waiterLimit = 1_000

    private let app: AppID
    private let url: String
    private let algorithms: Set<TokenAlgorithm>
    private let transport: HTTPTransport
    private let uptime: @Sendable () -> Duration
    private let logger: Logger
    private let state = Mutex(State())

    /// Asks for nothing yet.
    /// - Parameters:
    ///   - app: the app whose tokens the keys verify.
    ///   - url: where the JWK set is.
    ///   - algorithms: those that the app accepts.
    ///   - transport: the way to the URL, guarded.
    ///   - uptime: a clock that never goes back.
    ///   - logger: notes failures and changes, once each.
    public init(
        app: AppID,
        url: String,
        algorithms: Set<TokenAlgorithm>,
        transport: HTTPTransport,
        uptime: @escaping @Sendable () -> Duration,
        logger: Logger
    ) {
        self.app = app
        self.url = url
        self.algorithms = algorithms
        self.transport = transport
        self.uptime = uptime
        self.logger = logger
    }

    /// What is known of the keys now.
    public enum KeySetState: Sendable, Equatable {
        /// They were read, and no request has failed since.
        case current
        /// They were never read, or not for a day: no token can be verified by them. What went wrong last, where anything was tried.
        case missing(reason: String?)
        /// They were read, and the last request failed: how long ago they were read.
        case stale(age: Duration, reason: String)
    }

    /// The last good set; empty until there was one, and once it is too old.
    var keys: KeySet { state.withLock { isUsable($0) ? $0.keys : KeySet() } }

    /// What is known of the keys now.
    public var keyState: KeySetState {
        state.withLock { state in
            guard let readAt = state.readAt, isUsable(state) else { return .missing(reason: state.failure) }
            guard let failure = state.failure else { return .current }
            return .stale(age: uptime() - readAt, reason: failure)
        }
    }

    /// What an operator has to know of it, in words; `nil` while all is well.
    public var remark: String? {
        switch keyState {
        case .current: nil
        case .missing(let reason):
            "the key set cannot be read\(reason.map { " (\(ReasonWords.of($0)))" } ?? " yet"): the app's users are answered 503"
        case .stale(let age, let reason):
            "the key set cannot be read (\(ReasonWords.of(reason))); the one of \(counted(Int(age.components.seconds / 60), "minute")) ago is used for at most a day"
        }
    }

    /// How long a client is to wait before it asks again with a token whose key is not known for sure.
    var retryAfter: Int { max(1, Int(untilDue.components.seconds)) }

    /// Whether the set was read, and not too long ago.
    private func isUsable(_ state: State) -> Bool {
        state.readAt.map { uptime() - $0 < KeySetAge.longest } ?? false
    }

    /// How long until the set is to be asked for again.
    public var untilDue: Duration { state.withLock { max($0.dueAt - uptime(), .zero) } }

    /// A token names a key that is not in the set: asks for the set again, unless that was done a moment ago.
    /// - Returns: whether the set may have changed.
    func refreshForUnknownKey() async -> Bool {
        let now = uptime()
        let isTooSoon = state.withLock { state in
            guard let last = state.attemptedAt else { return false }
            // Until the set was read once, the refresher asks: nobody waits for a URL that has failed.
            guard state.readAt != nil else { return state.failures > 0 }
            return !state.isFetching && now - last < KeySetAge.unknownKeyPause
        }
        guard !isTooSoon else { return false }
        await refresh()
        return true
    }

    /// Asks for the set; a call while another one asks waits for its answer.
    public func refresh() async {
        guard let tag = await begin() else { return }
        let result = await transport.send(
            HTTPCall(
                method: "GET",
                url: url,
                headers: [("accept", "application/jwk-set+json, application/json")]
                    + (tag.map { [("if-none-match", $0)] } ?? []),
                body: [],
                timeout: .seconds(5)
            )
        )
        let outcome = await outcome(of: result)
        let waiters = state.withLock { state in
            finish(outcome, in: &state)
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }

    private enum Outcome {
        case keys(KeySet, tag: String?, age: Duration, remarks: [String])
        case unchanged(age: Duration)
        case failed(String)
    }

    /// The tag of the set there is, for the caller that asks; `nil` for one that waited for another's answer.
    private func begin() async -> String?? {
        let tag = state.withLock { state -> String?? in
            guard !state.isFetching else { return nil }
            state.isFetching = true
            state.attemptedAt = uptime()
            return .some(state.entityTag)
        }
        if let tag { return .some(tag) }
        await withCheckedContinuation { continuation in
            let isOver = state.withLock { state in
                guard state.isFetching, state.waiters.count < Self.waiterLimit else { return true }
                state.waiters.append(continuation)
                return false
            }
            if isOver { continuation.resume() }
        }
        return nil
    }

    private func outcome(of result: HTTPResult) async -> Outcome {
        switch result {
        case .notSent(let reason), .answerLost(let reason): return .failed(reason)
        case .answered(let answer) where answer.status == 304: return .unchanged(age: KeySetAge.of(answer))
        case .answered(let answer):
            guard answer.status == 200 else { return .failed("status \(answer.status)") }
            guard let set = JSONWebKeySet(reading: answer.body, from: .url, algorithms: algorithms) else {
                return .failed("the answer is not a JWK set")
            }
            let (keys, unusable) = await KeySet.usable(set.keys)
            let remarks = set.faults + unusable + (keys.isEmpty ? ["no key can be used"] : [])
            return .keys(keys, tag: answer.header("etag"), age: KeySetAge.of(answer), remarks: remarks)
        }
    }

    /// What a failure means for users.
    private static func consequence(readAt: Duration?, isUsable: Bool) -> String {
        guard readAt != nil else { return "it was never read: users are answered 503 until it is" }
        return isUsable
            ? "the last one stays in use for at most a day"
            : "the last one is older than a day: users are answered 503 until it is read again"
    }

    private func finish(_ outcome: Outcome, in state: inout State) {
        state.isFetching = false
        let now = uptime()
        switch outcome {
        case .failed(let reason):
            state.failures += 1
            state.dueAt = now + KeySetAge.retry(after: state.failures, wasRead: state.readAt != nil)
            let consequence = Self.consequence(readAt: state.readAt, isUsable: isUsable(state))
            guard state.failure != reason || state.consequence != consequence else { return }
            (state.failure, state.consequence) = (reason, consequence)
            logger.warning(
                "cannot read the app's key set; \(consequence)",
                metadata: ["app": "\(app)", "reason": "\(ReasonWords.of(reason))"]
            )
            return
        case .unchanged(let age): (state.dueAt, state.readAt, state.failures) = (now + age, now, 0)
        case .keys(let keys, let tag, let age, let remarks):
            (state.dueAt, state.readAt, state.failures) = (now + age, now, 0)
            state.keys = keys
            state.entityTag = tag
            if !remarks.isEmpty {
                let text = remarks.joined(separator: "; ")
                logger.warning("keys are left out", metadata: ["app": "\(app)", "keys": "\(text.prefix(500))"])
            }
        }
        guard state.failure != nil else { return }
        (state.failure, state.consequence) = (nil, nil)
        logger.notice("the app's key set can be read again", metadata: ["app": "\(app)"])
    }
}
