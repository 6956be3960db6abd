public import PealCore
public import PealProviderKit

/// Web Push: RFC 8030 with encrypted messages (RFC 8291) and signed senders (RFC 8292) (R138).
public struct WebPushProvider: PushProvider {
    private let transport: HTTPTransport
    private let connections: WebPushConnections?
    let options: WebPushOptions
    let tokens: VAPIDTokens
    let keys: EphemeralKeys
    let reader: OutcomeReader

    /// Makes the provider of one app.
    /// - Parameters:
    ///   - options: the app's settings.
    ///   - transport: carries the requests: a ``GuardedTransport`` with the options' rules, since strangers choose the
    ///     endpoints.
    ///   - connections: what carries messages where the push service speaks HTTP/2; `nil` sends all of them through
    ///     `transport`.
    ///   - keys: the stock of keys, which all apps may share.
    ///   - now: the wall clock.
    ///   - comparesDates: whether a refusal names the clock where the service's time is another one.
    public init(
        options: WebPushOptions,
        transport: HTTPTransport,
        connections: WebPushConnections? = nil,
        keys: EphemeralKeys,
        now: @escaping @Sendable () -> Timestamp,
        comparesDates: Bool = false
    ) {
        self.options = options
        self.transport = transport
        self.connections = connections
        self.keys = keys
        reader = OutcomeReader(gate: OriginBackoff(), now: now, comparesDates: comparesDates)
        tokens = VAPIDTokens(key: options.key, subject: options.subject, now: now)
    }

    /// Web Push.
    public var id: ProviderID { .webpush }

    /// What browsers subscribe with (RFC 8292).
    public var subscriptionKey: String? { options.applicationServerKey }

    /// Connections to one push service of browsers over HTTP/1.1; most users use the same one.
    public static let connectionsPerOrigin = 128

    /// No push service names a rate.
    ///
    /// As many are under way as there are connections: one that had to wait for a connection
    /// could use up its time there.
    public var limits: QueueLimits { QueueLimits(inFlight: Self.connectionsPerOrigin) }

    /// What is wrong with a subscription before it is stored: its shape, its keys, its endpoint (R007).
    public func problem(withToken token: String) -> String? {
        WebPushSubscription.problem(withToken: token, rules: options.endpointRules, now: reader.now())
    }

    /// Sends each message in a request of its own.
    public func submit(_ batch: PushBatch, into sink: OutcomeSink) async {
        guard let connections else {
            // As many at a time as there are connections.
            return await batch.sendEach(atMost: Self.connectionsPerOrigin, into: sink) { await outcome(of: $0.message) }
        }
        await submit(batch, over: connections, into: sink)
    }

    private func outcome(of message: PushMessage) async -> SendOutcome {
        switch await prepare(message) {
        case .success(let request): await outcome(of: request)
        case .failure(let refusal): refusal.outcome
        }
    }

    /// Sends a request through the transport.
    func outcome(of request: WebPushRequest) async -> SendOutcome {
        let result = await transport.send(request.call(timeout: options.timeout))
        return reader.outcome(of: result, origin: request.origin)
    }

    /// No push service can be asked without a subscription; the key was read when the options were made.
    public func checkCredentials() async -> CredentialCheck { .plausible }

    /// A message that is not sent.
    struct Refusal: Error {
        var outcome: SendOutcome
    }

    /// All the work for the processor, off the caller's executor.
    @concurrent
    private func prepare(_ message: PushMessage) async -> Result<WebPushRequest, Refusal> {
        request(for: message, at: 0, isCancelled: false)
    }
}
