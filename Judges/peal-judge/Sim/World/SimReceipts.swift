import PealCore
import PealProviderKit

/// A push service that tells only later what became of a push.
struct SimReceipts: ReceiptProvider {
    let base: SimProvider
    let tell: @Sendable ([String]) async -> Result<[String: SendOutcome], ReceiptFailure>

    let receiptDelay = Duration.seconds(900)
    let receiptLifetime = Self.lifetime
    let receiptBatch = 7

    static let lifetime = Duration.seconds(86_400)

    var id: ProviderID { base.id }
    var limits: QueueLimits { base.limits }

    func problem(withToken token: String) -> String? { base.problem(withToken: token) }
    func submit(_ batch: PushBatch, into sink: OutcomeSink) async { await base.submit(batch, into: sink) }
    func checkCredentials() async -> CredentialCheck { .plausible }
    func outcomes(of receipts: [String]) async -> Result<[String: SendOutcome], ReceiptFailure> { await tell(receipts) }
}
