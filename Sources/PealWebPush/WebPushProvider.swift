public import PealCore
public import PealProviderKit

/// Web Push: RFC 8030 with encrypted messages (RFC 8291) and signed senders (RFC 8292) (R138).
public struct WebPushProvider: PushProvider {
    private let options: WebPushOptions
    private let transport: HTTPTransport
    private let keys: EphemeralKeys
    private let tokens: VAPIDTokens
    private let gate = OriginGate()
    private let now: @Sendable () -> Timestamp

    /// Makes the provider of one app.
    /// - Parameters:
    ///   - options: the app's settings.
    ///   - transport: carries the requests: a ``GuardedTransport`` with the options' rules, since strangers choose the
    ///     endpoints.
    ///   - keys: the stock of keys, which all apps may share.
    ///   - now: the wall clock.
    public init(
        options: WebPushOptions,
        transport: HTTPTransport,
        keys: EphemeralKeys,
        now: @escaping @Sendable () -> Timestamp
    ) {
        self.options = options
        self.transport = transport
        self.keys = keys
        self.now = now
        tokens = VAPIDTokens(key: options.key, subject: options.subject, now: now)
    }

    /// Web Push.
    public var id: ProviderID { .webpush }

    /// What browsers subscribe with (RFC 8292).
    public var subscriptionKey: String? { options.applicationServerKey }

    /// Connections to one push service of browsers; most users use the same one.
    public static let connectionsPerOrigin = 128

    /// No push service names a rate.
    ///
    /// As many are under way as there are connections: one that had to wait for a connection
    /// could use up its time there.
    public var limits: LaneLimits { LaneLimits(inFlight: Self.connectionsPerOrigin) }

    /// What is wrong with a subscription before it is stored: its shape, its keys, its endpoint (R007).
    public func problem(withToken token: String) -> String? {
        WebPushSubscription.problem(withToken: token, rules: options.endpointRules, now: now())
    }

    /// Sends each message in a request of its own, as many at a time as there are connections.
    public func submit(_ batch: PushBatch, into sink: OutcomeSink) async {
        await batch.sendEach(atMost: Self.connectionsPerOrigin, into: sink) { await outcome(of: $0.message) }
    }

    private func outcome(of message: PushMessage) async -> SendOutcome {
        // A browser promised its user to show every push, so nothing can be said to the app alone.
        guard message.payload.op == "show" else { return .rejected(reason: "not-showable", scope: .message) }
        guard let subscription = try? WebPushSubscription(token: message.token) else {
            return .rejected(reason: "invalid-subscription", scope: .device)
        }
        guard let url = try? options.endpointRules.check(subscription.endpoint) else {
            return .rejected(reason: GuardedTransport.refusal, scope: .device)
        }
        if let wait = gate.remaining(url.origin, now: now()) {
            return .throttled(reason: "origin-throttled", retryAfter: wait, scope: .device)
        }
        switch await prepare(message, for: subscription, at: url.origin) {
        case .failure(let refusal): return refusal.outcome
        case .success(let call): return outcome(of: await transport.send(call), origin: url.origin)
        }
    }

    /// No push service can be asked without a subscription; the key was read when the options were made.
    public func checkCredentials() async -> CredentialCheck { .plausible }

    private struct Refusal: Error {
        var outcome: SendOutcome
    }

    /// All the work for the processor, off the caller's executor.
    @concurrent
    private func prepare(
        _ message: PushMessage,
        for subscription: WebPushSubscription,
        at origin: String
    ) async -> Result<HTTPCall, Refusal> {
        guard let text = WebPushMessageEncoder.encode(message) else {
            return .failure(Refusal(outcome: .rejected(reason: "payload-too-large", scope: .message)))
        }
        guard let authorization = tokens.authorization(origin: origin) else {
            return .failure(Refusal(outcome: .rejected(reason: "signing-failed", scope: .configuration)))
        }
        let sealed = try? keys.withKey { key in
            try MessageEncryption.seal(
                text,
                recordLength: MessageEncryption.paddedLength(ofText: text.count),
                for: subscription,
                with: key
            )
        }
        guard let sealed else {
            return .failure(Refusal(outcome: .rejected(reason: "encryption-failed", scope: .device)))
        }
        return .success(
            HTTPCall(
                url: subscription.endpoint,
                headers: message.webPushHeaders + [("Authorization", authorization)],
                body: sealed,
                timeout: options.timeout,
                bodyLimit: 16_384
            )
        )
    }

    private func outcome(of result: HTTPResult, origin: String) -> SendOutcome {
        switch result {
        case .answered(let answer):
            let now = now()
            let outcome = WebPushReasons.read(answer, now: now)
            switch outcome {
            case .throttled(_, let wait?, _): gate.close(origin, for: wait, now: now)
            case .unavailable(_, let wait?) where answer.status == 503: gate.close(origin, for: wait, now: now)
            default: break
            }
            return outcome
        case .notSent(GuardedTransport.refusal):
            return .rejected(reason: GuardedTransport.refusal, scope: .device)
        case .notSent(let reason):
            // Not `notProcessed`: that is sent again at once, which a service that is down does not deserve.
            return Task.isCancelled ? .notProcessed(reason: reason) : .unavailable(reason: reason, retryAfter: nil)
        case .answerLost(let reason):
            return .unknown(reason: reason)
        }
    }
}
