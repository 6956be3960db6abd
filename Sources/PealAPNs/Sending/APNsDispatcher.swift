import NIOCore
import NIOHPACK
import PealCore
import PealHTTP2
import Synchronization

/// Sends pushes to the right environment with a provider token in force, without a task for each push.
///
/// Whatever follows an answer, for example a second attempt with a fresh token, is started where the answer arrives: on the
/// event loop of its connection.
final class APNsDispatcher: Sendable {
    private let bundleID: String
    private let token: APNsToken
    private let production: HTTP2Pool
    private let sandbox: HTTP2Pool
    private let developmentTokens = DevelopmentTokens()
    private let now: @Sendable () -> Timestamp
    private let lastBatch = Atomic<Int>(0)

    init(
        bundleID: String,
        token: APNsToken,
        production: HTTP2Pool,
        sandbox: HTTP2Pool,
        now: @escaping @Sendable () -> Timestamp
    ) {
        self.bundleID = bundleID
        self.token = token
        self.production = production
        self.sandbox = sandbox
        self.now = now
    }

    /// Where a push goes first whose environment is not stated.
    func guess(for deviceToken: String) -> APNsEnvironment { developmentTokens.guess(for: deviceToken) }

    /// Sends pushes and returns when each has been reported.
    ///
    /// Without an environment production is tried first, and on `BadDeviceToken` development once; where a token was
    /// taken is remembered. When Apple calls the provider token expired, a fresh one is tried once.
    ///
    /// - Parameters:
    ///   - attempts: the pushes.
    ///   - report: called once for each, from any thread.
    func send(
        _ attempts: [APNsAttempt],
        report: @escaping @Sendable (APNsAttempt, APNsReasons.Reading) -> Void
    ) async {
        let number = lastBatch.add(1, ordering: .relaxed).newValue
        let run = APNsBatchRun(number: number, count: attempts.count, report: report)
        await withTaskCancellationHandler {
            start(attempts, bearer: token.bearer(), run)
            await run.finished()
        } onCancel: {
            run.cancel()
            cancel(run)
        }
    }

    /// Ends all connections: pushes on their way get their answers, later ones are `unavailable`.
    func shutdown() async {
        await production.shutdown()
        await sandbox.shutdown()
    }

    /// How many pushes wait or are on their way.
    var load: Int { production.load + sandbox.load }

    private func start(_ attempts: [APNsAttempt], bearer: APNsToken.Bearer?, _ run: APNsBatchRun) {
        guard !run.isCancelled else {
            return finish(attempts, .outcome(.notProcessed(reason: "cancelled")), run)
        }
        guard let bearer else {
            return finish(attempts, .outcome(.rejected(reason: "signing-failed", scope: .configuration)), run)
        }
        for pool in [production, sandbox] {
            let share = attempts.filter { self.pool($0.environment) === pool }
            guard !share.isEmpty else { continue }
            pool.start(share.map { call($0, bearer, to: pool, run) }, batch: run.number)
        }
        // A cancellation that came meanwhile may have been earlier than the pushes at the connections.
        if run.isCancelled { cancel(run) }
    }

    private func call(
        _ attempt: APNsAttempt,
        _ bearer: APNsToken.Bearer,
        to pool: HTTP2Pool,
        _ run: APNsBatchRun
    ) -> HTTP2Pool.Call {
        HTTP2Pool.Call(
            headers: headers(of: attempt, authority: pool.endpoint.authority, bearer),
            body: ByteBuffer(bytes: attempt.push.body)
        ) { [self] reply in
            answered(attempt, read(reply), bearer, run)
        }
    }

    /// What follows an answer.
    private func answered(
        _ attempt: APNsAttempt,
        _ reading: APNsReasons.Reading,
        _ bearer: APNsToken.Bearer,
        _ run: APNsBatchRun
    ) {
        var again = attempt
        switch reading {
        case .providerTokenExpired where !attempt.hasFreshBearer:
            guard let fresh = token.replacement(of: bearer) else { break }
            again.hasFreshBearer = true
            return start([again], bearer: fresh, run)
        case .badDeviceToken where attempt.mayChangeEnvironment:
            again.environment = attempt.environment.other
            again.mayChangeEnvironment = false
            again.wasMoved = true
            again.hasFreshBearer = false
            return start([again], bearer: token.bearer(), run)
        case .outcome(.accepted) where attempt.wasMoved:
            developmentTokens.learn(attempt.deviceToken, is: attempt.environment)
        default: break
        }
        run.finish(attempt, reading)
    }

    private func read(_ reply: HTTP2Reply) -> APNsReasons.Reading {
        switch reply {
        case .answered(let answer): APNsReasons.read(answer, now: now())
        // Not `notProcessed`: that is sent again at once, which a service that is down does not deserve.
        case .notSent(let reason): .outcome(.unavailable(reason: reason, retryAfter: nil))
        case .notProcessed(let reason): .outcome(.notProcessed(reason: reason))
        case .answerLost(let reason): .outcome(.unknown(reason: reason))
        }
    }

    private func finish(_ attempts: [APNsAttempt], _ reading: APNsReasons.Reading, _ run: APNsBatchRun) {
        for attempt in attempts { run.finish(attempt, reading) }
    }

    private func cancel(_ run: APNsBatchRun) {
        production.cancel(run.number)
        sandbox.cancel(run.number)
    }

    private func pool(_ environment: APNsEnvironment) -> HTTP2Pool {
        environment == .production ? production : sandbox
    }

    /// What repeats goes into the connection's table; what does not would only push that out (RFC 7541, 6.2).
    private func headers(of attempt: APNsAttempt, authority: String, _ bearer: APNsToken.Bearer) -> HPACKHeaders {
        let push = attempt.push
        var headers = HPACKHeaders()
        headers.reserveCapacity(10)
        headers.add(name: ":method", value: "POST")
        headers.add(name: ":scheme", value: "https")
        headers.add(name: ":path", value: "/3/device/\(attempt.deviceToken)", indexing: .nonIndexable)
        headers.add(name: ":authority", value: authority)
        headers.add(name: "authorization", value: bearer.header)
        headers.add(name: "apns-topic", value: bundleID)
        headers.add(name: "apns-push-type", value: push.kind.rawValue)
        headers.add(name: "apns-priority", value: push.priority == 10 ? "10" : "5")
        headers.add(name: "apns-expiration", value: String(push.expiration), indexing: .nonIndexable)
        if let collapseID = push.collapseID {
            headers.add(name: "apns-collapse-id", value: collapseID, indexing: .nonIndexable)
        }
        return headers
    }
}
