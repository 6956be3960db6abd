public import PealCore

/// Sends pushes through one push service.
///
/// The one public port of a provider: a registry line plugs a new one in.
public protocol PushProvider: Sendable {
    /// The push service.
    var id: ProviderID { get }

    /// What the push service takes of one sender.
    var limits: QueueLimits { get }

    /// The public key that clients need to subscribe; `nil` where the push service needs none.
    var subscriptionKey: String? { get }

    /// What is wrong with a token before it is stored; `nil` when its shape is right (R007).
    func problem(withToken token: String) -> String?

    /// Sends the messages of a batch and reports to the sink what became of each.
    ///
    /// What every provider promises; `ProviderConformance` in `Tests/PealTesting` checks it:
    ///
    /// * Each message gets exactly one outcome, in any order, alone or together with others. When the call returns, all
    ///   outcomes have been reported.
    /// * An outcome is reported as soon as it is known: a message whose answer takes long delays no other outcome, except in
    ///   a request that carries both.
    /// * The provider limits what is under way itself, and starts messages in the batch's order. Several batches may be
    ///   submitted at the same time.
    /// * Nothing is thrown. A rejection, a service out of reach and a lost answer are outcomes.
    /// * When the task is cancelled, the call returns soon, and each message still gets its outcome: `notProcessed` when it
    ///   has certainly not been sent, `unknown` when it may have been.
    /// * When a connection dies, messages that the service may have received are `unknown`; those it certainly did not process
    ///   are `notProcessed`, or `unavailable` when nothing could be sent at all.
    ///
    /// - Parameters:
    ///   - batch: at most ``PushBatch/limit`` messages.
    ///   - sink: may be called from any thread.
    func submit(_ batch: PushBatch, into sink: OutcomeSink) async

    /// Asks the push service whether it takes the credentials, without a push to anybody: for `peal doctor`.
    func checkCredentials() async -> CredentialCheck
}

extension PushProvider {
    /// Most push services need no key.
    public var subscriptionKey: String? { nil }
}

/// A push service that tells later what became of an accepted push.
public protocol ReceiptProvider: PushProvider {
    /// How long after a push was accepted its receipt can be asked for.
    var receiptDelay: Duration { get }

    /// After which time a receipt is no longer kept.
    var receiptLifetime: Duration { get }

    /// How many receipts one call may ask for.
    var receiptBatch: Int { get }

    /// Asks for receipts, by what ``SendOutcome/accepted(receipt:)`` gave.
    /// - Parameter receipts: at most ``receiptBatch``.
    /// - Returns: what became of those that are known by now; why nothing could be asked, otherwise.
    func outcomes(of receipts: [String]) async -> Result<[String: SendOutcome], ReceiptFailure>
}

/// Why receipts could not be asked for.
public struct ReceiptFailure: Error, Sendable, Equatable {
    /// The reason, as a code.
    public var reason: String
    /// How long to wait before asking again, when the service says.
    public var retryAfter: Duration?

    /// Describes the failure.
    public init(reason: String, retryAfter: Duration? = nil) {
        self.reason = reason
        self.retryAfter = retryAfter
    }
}
