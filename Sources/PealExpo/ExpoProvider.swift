public import PealCore
public import PealProviderKit

/// The Expo push service (R135).
///
/// A request carries up to a hundred messages, of one batch or of several that wait.
public struct ExpoProvider: ReceiptProvider {
    private let encoder: ExpoMessageEncoder
    private let wire: ExpoWire
    private let requests: ExpoRequestQueue

    /// Makes the provider of one app.
    /// - Parameters:
    ///   - options: the app's settings.
    ///   - transport: carries the requests; see ``HTTPTransport/client(_:)`` for what its client needs.
    ///   - now: the wall clock.
    public init(options: ExpoOptions, transport: HTTPTransport, now: @escaping @Sendable () -> Timestamp) {
        encoder = ExpoMessageEncoder(allowsCriticalAlerts: options.allowsCriticalAlerts)
        let wire = ExpoWire(options: options, transport: transport, now: now)
        self.wire = wire
        requests = ExpoRequestQueue { items in await ExpoBatchSender(wire: wire).deliver(items) }
    }

    /// Expo.
    public var id: ProviderID { .expo }

    /// 600 notifications a second for a project, in at most six requests of a hundred at a time.
    public var limits: QueueLimits { QueueLimits(perSecond: 600, inFlight: 600) }

    /// Expo asks to wait a quarter of an hour.
    public var receiptDelay: Duration { .seconds(15 * 60) }

    /// Expo forgets receipts after a day.
    public var receiptLifetime: Duration { .seconds(24 * 3600) }

    /// What Expo's own client asks for at a time; the service takes 1000.
    public var receiptBatch: Int { 300 }

    /// What is wrong with a token before it is stored (R007).
    public func problem(withToken token: String) -> String? { ExpoToken.problem(with: token) }

    /// What is wrong with a token, for callers that have no provider.
    public static func problem(withToken token: String) -> String? { ExpoToken.problem(with: token) }

    /// Sends the messages in requests of up to a hundred.
    ///
    /// While six requests are under way, messages wait and then leave together with those of other batches. A lost answer
    /// makes all messages of its request `unknown`.
    public func submit(_ batch: PushBatch, into sink: OutcomeSink) async {
        var items: [ExpoBatchItem] = []
        for (index, item) in batch.items.enumerated() {
            switch encode(item.message, index) {
            case .success(let batchItem): items.append(batchItem)
            case .failure(let refusal): sink.take(refusal.outcome, of: index)
            }
        }
        await requests.submit(items, into: sink)
    }

    private func encode(_ message: PushMessage, _ index: Int) -> Result<ExpoBatchItem, Refusal> {
        guard message.platform != .web else {
            return .failure(Refusal(outcome: .rejected(reason: "UNSUPPORTED_PLATFORM", scope: .device)))
        }
        guard let json = encoder.encode(message) else {
            return .failure(Refusal(outcome: .rejected(reason: "payload-too-large", scope: .message)))
        }
        return .success(ExpoBatchItem(index: index, token: message.token, json: json))
    }

    /// A message that is not sent.
    private struct Refusal: Error {
        var outcome: SendOutcome
    }

    /// Asks for receipts: they tell what Apple and Google said of a message that Expo took.
    public func outcomes(of receipts: [String]) async -> Result<[String: SendOutcome], ReceiptFailure> {
        await ExpoReceiptRequest(wire: wire).outcomes(of: receipts, atATime: receiptBatch)
    }

    /// Asks for a receipt that does not exist: Expo looks at the access token first.
    ///
    /// It shows that an access token is good; not that a project with enhanced push security would take no token at all.
    public func checkCredentials() async -> CredentialCheck {
        await ExpoReceiptRequest(wire: wire).check()
    }
}
