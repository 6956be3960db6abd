import NIOCore
import NIOPosix
public import PealCore
import PealHTTP2
public import PealProviderKit
import Synchronization

/// The Apple Push Notification service, HTTP/2 with token authentication (R136).
///
/// Call ``shutdown()`` when it is no longer needed: its connections stay open otherwise, as Apple asks.
public final class APNsProvider: PushProvider {
    private let encoder: APNsMessageEncoder
    private let token: APNsToken
    private let dispatcher: APNsDispatcher
    private let now: @Sendable () -> Timestamp

    /// Makes the provider of one app.
    /// - Parameters:
    ///   - options: the app's settings.
    ///   - now: the wall clock.
    ///   - random: numbers from 0 to 1 that spread reconnects.
    public convenience init(
        options: APNsOptions,
        now: @escaping @Sendable () -> Timestamp,
        random: @escaping @Sendable () -> Double
    ) {
        self.init(
            options: options,
            timing: HTTP2Timing(timeout: TimeAmount(options.timeout)),
            now: now,
            random: random
        )
    }

    init(
        options: APNsOptions,
        timing: HTTP2Timing,
        now: @escaping @Sendable () -> Timestamp,
        random: @escaping @Sendable () -> Double
    ) {
        self.now = now
        encoder = APNsMessageEncoder(allowsCriticalAlerts: options.allowsCriticalAlerts)
        token = APNsToken(key: options.signingKey, keyID: options.keyID, teamID: options.teamID, now: now)
        let pool = { (endpoint: HTTP2Endpoint) in
            HTTP2Pool(
                endpoint: endpoint,
                tls: options.tls,
                connections: options.connections,
                conduct: APNsReasons.conduct,
                timing: timing,
                group: .singleton,
                random: random
            )
        }
        dispatcher = APNsDispatcher(
            bundleID: options.bundleID,
            token: token,
            production: pool(options.production),
            sandbox: pool(options.sandbox),
            now: now
        )
    }

    /// APNs.
    public var id: ProviderID { .apns }

    /// Apple names no rate; how many may be in flight each connection says itself.
    public var limits: QueueLimits { QueueLimits() }

    /// What is wrong with a device token before it is stored (R007).
    public func problem(withToken token: String) -> String? { Self.problem(withToken: token) }

    /// What is wrong with a device token: it is hexadecimal digits, and Apple fixes no length.
    public static func problem(withToken token: String) -> String? {
        guard (8...512).contains(token.utf8.count), token.utf8.count.isMultiple(of: 2) else {
            return "an APNs device token has an even number of 8 to 512 hexadecimal digits"
        }
        let isHex = token.utf8.withContiguousStorageIfAvailable { $0.allSatisfy(Hexadecimal.isDigit) }
        return isHex ?? token.utf8.allSatisfy(Hexadecimal.isDigit)
            ? nil : "an APNs device token has only hexadecimal digits"
    }

    /// Hands the messages to the connections together.
    ///
    /// Without an environment production is tried first, and on `BadDeviceToken` development once; where a token was
    /// taken is remembered.
    public func submit(_ batch: PushBatch, into sink: OutcomeSink) async {
        var attempts: [APNsAttempt] = []
        attempts.reserveCapacity(batch.items.count)
        for (index, item) in batch.items.enumerated() {
            switch attempt(item.message, index) {
            case .success(let attempt): attempts.append(attempt)
            case .failure(let refusal): sink.take(refusal.outcome, of: index)
            }
        }
        await dispatcher.send(attempts) { [token] attempt, reading in
            sink.take(Self.outcome(reading, token), of: attempt.index)
        }
    }

    /// Pushes to a token that nobody has: APNs looks at the credentials before it looks at the token.
    public func checkCredentials() async -> CredentialCheck {
        let push = APNsPush(
            kind: .background,
            priority: 5,
            expiration: 0,
            collapseID: nil,
            body: Array(#"{"aps":{"content-available":1}}"#.utf8)
        )
        let attempt = APNsAttempt(
            index: 0,
            push: push,
            deviceToken: String(repeating: "0", count: 64),
            environment: .production,
            mayChangeEnvironment: false
        )
        let answer = Mutex(APNsReasons.Reading.outcome(BatchOutcomes.missing))
        await dispatcher.send([attempt]) { _, reading in answer.withLock { $0 = reading } }
        switch answer.withLock({ $0 }) {
        case .badDeviceToken: return .accepted
        case .providerTokenExpired(let reason): return .refused(reason: reason)
        case .outcome(let outcome):
            switch outcome {
            case .accepted, .gone, .rejected(_, .device): return .accepted
            case .rejected(let reason, _): return .refused(reason: reason)
            case .throttled(let reason, _, _), .unavailable(let reason, _), .notProcessed(let reason),
                .unknown(let reason):
                return .unreachable(reason: reason)
            }
        }
    }

    /// Ends the provider: pushes on their way get their answers, later ones are `unavailable`.
    public func shutdown() async { await dispatcher.shutdown() }

    /// How many pushes wait or are on their way.
    var load: Int { dispatcher.load }

    /// A message that is not sent.
    private struct Refusal: Error {
        var outcome: SendOutcome
    }

    private func attempt(_ message: PushMessage, _ index: Int) -> Result<APNsAttempt, Refusal> {
        guard Self.problem(withToken: message.token) == nil else {
            return .failure(Refusal(outcome: .rejected(reason: "token-malformed", scope: .device)))
        }
        guard let push = encoder.encode(message, now: now()) else {
            return .failure(Refusal(outcome: .rejected(reason: "payload-too-large", scope: .message)))
        }
        let deviceToken = message.token.lowercased()
        let environment: APNsEnvironment
        if let stated = message.environment {
            guard let known = APNsEnvironment(rawValue: stated) else {
                return .failure(Refusal(outcome: .rejected(reason: "environment-unknown", scope: .device)))
            }
            environment = known
        } else {
            environment = dispatcher.guess(for: deviceToken)
        }
        return .success(
            APNsAttempt(
                index: index,
                push: push,
                deviceToken: deviceToken,
                environment: environment,
                mayChangeEnvironment: message.environment == nil
            )
        )
    }

    private static func outcome(_ reading: APNsReasons.Reading, _ token: APNsToken) -> SendOutcome {
        switch reading {
        case .outcome(let outcome): outcome
        case .badDeviceToken: .gone(reason: "BadDeviceToken", since: nil)
        // Every push would meet the same token, and Apple wants no other before its time: all of them wait, and none
        // uses up a retry. That Apple calls a young token expired is a matter of clocks, which an operator can correct.
        case .providerTokenExpired(let reason):
            .throttled(reason: reason, retryAfter: token.waitForReplacement(), scope: .sender)
        }
    }
}
