import PealCore
import PealProviderKit

/// A push service inside the process: what it is handed, and what it answers, is the run's to decide.
struct SimProvider: PushProvider {
    let id: ProviderID
    let app: AppID
    let limits = QueueLimits()
    /// Called when a batch arrives, before anything else can happen: from then on nothing calls it back.
    let handOver: @Sendable (PushBatch) -> Void
    let take: @Sendable (DeliveryID?) async -> SendOutcome

    func problem(withToken token: String) -> String? { nil }

    func submit(_ batch: PushBatch, into sink: OutcomeSink) async {
        handOver(batch)
        await batch.sendEach(atMost: batch.items.count, into: sink) { await take($0.delivery) }
    }

    func checkCredentials() async -> CredentialCheck { .plausible }
}
