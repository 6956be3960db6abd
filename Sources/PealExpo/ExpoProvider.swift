public import PealCore
public import PealProviderKit

/// The Expo push service (R135).
///
/// Messages that are sent at the same time travel in one request; see ``send(_:)``.
public struct ExpoProvider: ReceiptProvider {
    private let encoder: ExpoMessageEncoder
    private let wire: ExpoWire
    private let batcher: ExpoBatcher

    /// Makes the provider of one app.
    /// - Parameters:
    ///   - options: the app's settings.
    ///   - transport: carries the requests; see ``HTTPTransport/client(_:)`` for what its client needs.
    ///   - now: the wall clock.
    public init(options: ExpoOptions, transport: HTTPTransport, now: @escaping @Sendable () -> Timestamp) {
        encoder = ExpoMessageEncoder(allowsCriticalAlerts: options.allowsCriticalAlerts)
        let wire = ExpoWire(options: options, transport: transport, now: now)
        self.wire = wire
        batcher = ExpoBatcher { parcels in await ExpoCarrier(wire: wire).deliver(parcels) }
    }

    /// Expo.
    public var id: ProviderID { .expo }

    /// 600 notifications a second for a project, in at most six requests of a hundred at a time.
    public var limits: LaneLimits { LaneLimits(perSecond: 600, inFlight: 600) }

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

    /// Sends one message to one device.
    ///
    /// Messages sent while all requests are under way wait and leave together. A caller that is cancelled while it waits
    /// is told `notProcessed`; one whose request is under way ends that request, and all messages in it are `unknown`.
    public func send(_ message: PushMessage) async -> SendOutcome {
        guard message.platform != .web else { return .rejected(reason: "UNSUPPORTED_PLATFORM", scope: .device) }
        guard let json = encoder.encode(message) else {
            return .rejected(reason: "payload-too-large", scope: .message)
        }
        return await batcher.send(ExpoParcel(token: message.token, json: json))
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
