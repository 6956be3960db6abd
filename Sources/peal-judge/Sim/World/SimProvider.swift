import PealCore
import PealProviderKit

/// A push service inside the process: what it is handed, and what it answers, is the run's to decide.
struct SimProvider: PushProvider {
    let id: ProviderID
    let app: AppID
    let limits = LaneLimits()
    let take: @Sendable (DeliveryID?, PushMessage) async -> SendOutcome

    func problem(withToken token: String) -> String? { nil }

    func submit(_ batch: PushBatch, into sink: OutcomeSink) async {
        await batch.sendEach(atMost: batch.items.count, into: sink) { await take($0.delivery, $0.message) }
    }

    func checkCredentials() async -> CredentialCheck { .plausible }
}
