public import PealCore
import Synchronization

/// Keeps a bearer token and fetches the next one once, however many senders ask at the same time.
///
/// The first caller who finds no usable token fetches it in its own task; the others wait for it. Shortly before the
/// end of a token one caller renews it while the others go on with the old one. A failure is remembered for a moment,
/// or as long as the token service asks to wait, up to a minute, so that a broken one is not asked once per push.
public final class TokenCache: Sendable {
    private enum Wake: Sendable {
        case answer(Result<BearerToken, TokenFailure>)
        /// The fetching caller was cancelled: another caller has to fetch.
        case again
    }

    private struct State {
        var token: BearerToken?
        var failure: TokenFailure?
        var failureEndsAt = Timestamp(milliseconds: .min)
        var isFetching = false
        var lastWaiter: UInt64 = 0
        var waiters: [UInt64: CheckedContinuation<Wake, Never>] = [:]
    }

    private enum Step {
        case done(Result<BearerToken, TokenFailure>)
        case fetch
        case wait
    }

    /// How long a token service is left alone at most: without a token not even urgent pushes go out.
    private static let longestBackOff = Duration.seconds(60)

    private let early: Duration
    private let backOff: Duration
    private let waiterLimit: Int
    private let now: @Sendable () -> Timestamp
    private let fetch: @Sendable () async -> Result<BearerToken, TokenFailure>
    private let state = Mutex(State())

    /// Makes an empty cache.
    /// - Parameters:
    ///   - early: how long before its end a token is renewed.
    ///   - backOff: how long a failure is remembered at least.
    ///   - waiterLimit: how many callers may wait for one fetch; one more is told `overloaded`.
    ///   - now: the wall clock.
    ///   - fetch: gets a new token.
    public init(
        early: Duration = .seconds(300),
        backOff: Duration = .seconds(1),
        waiterLimit: Int = 10_000,
        now: @escaping @Sendable () -> Timestamp,
        fetch: @escaping @Sendable () async -> Result<BearerToken, TokenFailure>
    ) {
        self.early = early
        self.backOff = backOff
        self.waiterLimit = waiterLimit
        self.now = now
        self.fetch = fetch
    }

    /// A token that is valid now, or why there is none.
    public func token() async -> Result<BearerToken, TokenFailure> {
        while true {
            switch nextStep() {
            case .done(let result): return result
            case .fetch: return await fetchForAll()
            case .wait:
                switch await nextWake() {
                case .answer(let result): return result
                case .again: continue
                }
            }
        }
    }

    /// Forgets a token the service refused; does nothing when it was replaced meanwhile.
    public func invalidate(_ token: BearerToken) {
        state.withLock { if $0.token == token { $0.token = nil } }
    }

    private func nextStep() -> Step {
        let now = now()
        return state.withLock { state in
            let usable = state.token.flatMap { $0.expiresAt > now ? $0 : nil }
            if let usable, state.isFetching || usable.expiresAt > now + early { return .done(.success(usable)) }
            if var failure = state.failure, state.failureEndsAt > now {
                if failure.retryAfter != nil { failure.retryAfter = state.failureEndsAt - now }
                return .done(usable.map { .success($0) } ?? .failure(failure))
            }
            guard !state.isFetching else { return .wait }
            state.isFetching = true
            return .fetch
        }
    }

    private func fetchForAll() async -> Result<BearerToken, TokenFailure> {
        var result = await fetch()
        let now = now()
        let wasCancelled = Task.isCancelled
        let (waiters, wake) = state.withLock { state -> ([CheckedContinuation<Wake, Never>], Wake) in
            state.isFetching = false
            var wake = Wake.again
            switch result {
            case .success(let token):
                state.token = token
                state.failure = nil
                wake = .answer(result)
            case .failure(let failure):
                if !wasCancelled {
                    state.failure = failure
                    state.failureEndsAt = now + max(backOff, min(failure.retryAfter ?? .zero, Self.longestBackOff))
                    // A renewal that failed costs nothing while the old token still opens the door.
                    if let token = state.token, token.expiresAt > now { result = .success(token) }
                    wake = .answer(result)
                }
            }
            let waiters = Array(state.waiters.values)
            state.waiters = [:]
            return (waiters, wake)
        }
        for waiter in waiters { waiter.resume(returning: wake) }
        return result
    }

    private func nextWake() async -> Wake {
        let number = state.withLock { state in
            state.lastWaiter += 1
            return state.lastWaiter
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let wake = state.withLock { state -> Wake? in
                    // Looked at under the lock, so that neither the fetch's end nor a cancellation can slip by.
                    if Task.isCancelled { return .answer(.failure(TokenFailure(.cancelled, reason: "cancelled"))) }
                    guard state.isFetching else { return .again }
                    guard state.waiters.count < waiterLimit else {
                        return .answer(.failure(TokenFailure(.overloaded, reason: "too-many-waiters")))
                    }
                    state.waiters[number] = continuation
                    return nil
                }
                if let wake { continuation.resume(returning: wake) }
            }
        } onCancel: {
            let waiter = state.withLock { $0.waiters.removeValue(forKey: number) }
            waiter?.resume(returning: .answer(.failure(TokenFailure(.cancelled, reason: "cancelled"))))
        }
    }
}
