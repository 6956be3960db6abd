public import PealCore
public import PealProviderKit

/// Firebase Cloud Messaging, HTTP v1 (R135).
public struct FCMProvider: PushProvider {
    private let options: FCMOptions
    private let encoder: FCMMessageEncoder
    private let transport: HTTPTransport
    private let connections: FCMConnections?
    let tokens: TokenCache
    let now: @Sendable () -> Timestamp

    /// Makes the provider of one app.
    /// - Parameters:
    ///   - options: the app's settings.
    ///   - transport: carries the requests; see ``HTTPTransport/client(_:)`` for what its client needs.
    ///   - connections: what carries messages where the host speaks HTTP/2; `nil` sends all of them through `transport`.
    ///   - now: the wall clock.
    ///   - comparesDates: whether a refusal names the clock where the service's time is another one.
    public init(
        options: FCMOptions,
        transport: HTTPTransport,
        connections: FCMConnections? = nil,
        now: @escaping @Sendable () -> Timestamp,
        comparesDates: Bool = false
    ) {
        self.options = options
        self.transport = transport
        self.connections = connections
        self.now = now
        encoder = FCMMessageEncoder(allowsCriticalAlerts: options.allowsCriticalAlerts)
        let request = AccessTokenRequest(
            account: options.account,
            transport: transport,
            timeout: options.timeout,
            now: now,
            comparesDates: comparesDates
        )
        tokens = TokenCache(now: now) { await request.fetch() }
    }

    /// FCM.
    public var id: ProviderID { .fcm }

    /// A project's quota of 600,000 messages a minute, spread evenly.
    public var limits: QueueLimits { QueueLimits(perSecond: 10_000) }

    /// What is wrong with a registration token before it is stored (R007).
    public func problem(withToken token: String) -> String? { Self.problem(withToken: token) }

    /// What is wrong with a registration token before it is stored (R007); needs no account.
    ///
    /// Google documents no format: this refuses what cannot be a token and leaves the rest to FCM.
    public static func problem(withToken token: String) -> String? {
        guard (32...4096).contains(token.utf8.count) else {
            return "an FCM registration token has 32 to 4096 characters"
        }
        return token.isASCIIAlphanumeric(or: "_:.-")
            ? nil : "an FCM registration token has only letters, digits and _ : . -"
    }

    /// How many messages of a batch are under way at a time: FCM takes one message in a request, and names no limit.
    static let width = PushBatch.limit

    /// Sends each message in a request of its own.
    public func submit(_ batch: PushBatch, into sink: OutcomeSink) async {
        if let connections, connections.isUsable {
            await submit(batch, over: connections, into: sink)
        } else {
            await sendEach(batch, into: sink)
        }
    }

    /// Sends the messages through the transport, each in a task of its own.
    func sendEach(_ batch: PushBatch, into sink: OutcomeSink) async {
        await batch.sendEach(atMost: Self.width, into: sink) { await outcome(of: $0.message) }
    }

    private func outcome(of message: PushMessage) async -> SendOutcome {
        let body: [UInt8]
        switch self.body(of: message) {
        case .success(let encoded): body = encoded
        case .failure(let refusal): return refusal.outcome
        }
        switch await attempt(body) {
        case .outcome(let outcome): return outcome
        case .tokenRefused(let refused):
            // The access token ended early: get another one and say it once more, and only once.
            tokens.invalidate(refused)
            if case .outcome(let outcome) = await attempt(body) { return outcome }
            return .rejected(reason: "UNAUTHENTICATED", scope: .configuration)
        }
    }

    /// A message that is not sent.
    struct Refusal: Error {
        var outcome: SendOutcome
    }

    func body(of message: PushMessage) -> Result<[UInt8], Refusal> {
        // A browser shows a notice of its own for a push that shows nothing: `userVisibleOnly` leaves no silent way.
        guard message.isShown || message.platform != .web else {
            return .failure(Refusal(outcome: .rejected(reason: "not-showable", scope: .message)))
        }
        guard let body = encoder.encode(message, now: now()) else {
            return .failure(Refusal(outcome: .rejected(reason: "payload-too-large", scope: .message)))
        }
        return .success(body)
    }

    /// Sends a dry run to a token that nobody has: FCM looks at account, project and permissions before it.
    public func checkCredentials() async -> CredentialCheck {
        let dryRun = #"{"validate_only":true,"message":{"token":"nobody-has-this-registration-token-000000"}}"#
        guard case .outcome(let outcome) = await attempt(Array(dryRun.utf8)) else {
            return .refused(reason: "UNAUTHENTICATED")
        }
        return switch outcome {
        case .accepted, .gone, .rejected(_, .message), .rejected(_, .size), .rejected(_, .device): .accepted
        case .rejected(let reason, .configuration): .refused(reason: reason)
        case .throttled(let reason, _, _), .unavailable(let reason, _), .notProcessed(let reason),
            .unknown(let reason):
            .unreachable(reason: reason)
        }
    }

    private enum Attempt {
        case outcome(SendOutcome)
        case tokenRefused(BearerToken)
    }

    private func attempt(_ body: [UInt8]) async -> Attempt {
        let token: BearerToken
        switch await tokens.token() {
        case .success(let valid): token = valid
        case .failure(let failure): return .outcome(Self.outcome(of: failure))
        }
        if let connections, connections.isUsable, let reading = await reading(of: body, token, over: connections) {
            switch reading {
            case .outcome(let outcome): return .outcome(outcome)
            case .accessTokenRefused: return .tokenRefused(token)
            }
        }
        let call = HTTPCall(
            url: options.sendURL,
            headers: [("Authorization", "Bearer \(token.value)"), ("Content-Type", "application/json")],
            body: body,
            timeout: options.timeout
        )
        switch await transport.send(call) {
        case .answered(let answer):
            switch FCMReasons.read(answer, now: now()) {
            case .outcome(let outcome): return .outcome(outcome)
            case .accessTokenRefused: return .tokenRefused(token)
            }
        case .notSent(let reason):
            // Not `notProcessed`: that is sent again at once, which a service that is down does not deserve.
            return .outcome(
                Task.isCancelled ? .notProcessed(reason: reason) : .unavailable(reason: reason, retryAfter: nil)
            )
        case .answerLost(let reason):
            return .outcome(.unknown(reason: reason))
        }
    }

    static func outcome(of failure: TokenFailure) -> SendOutcome {
        switch failure.code {
        case .credentials: .rejected(reason: failure.reason, scope: .configuration)
        case .unavailable, .overloaded: .unavailable(reason: failure.reason, retryAfter: failure.retryAfter)
        case .cancelled: .notProcessed(reason: failure.reason)
        }
    }
}
