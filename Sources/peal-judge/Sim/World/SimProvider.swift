import PealCore
import PealProviderKit

/// A push service inside the process: what it is handed, and what it answers, is the run's to decide.
struct SimProvider: PushProvider {
    let id: ProviderID
    let app: AppID
    let limits = LaneLimits()
    let take: @Sendable (DeliveryID?, PushMessage) async -> SendOutcome

    /// Which delivery the current task carries.
    @TaskLocal static var carried: DeliveryID?

    func problem(withToken token: String) -> String? { nil }

    func send(_ message: PushMessage) async -> SendOutcome { await take(Self.carried, message) }

    func checkCredentials() async -> CredentialCheck { .plausible }
}
