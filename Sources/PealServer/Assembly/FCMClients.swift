import PealCore
import PealProviderKit

/// The clients of all apps, as the composition root asks for them.
struct FCMClients {
    let transport: HTTPTransport
    let now: @Sendable () -> Timestamp

    /// From the operator's configuration; everything that is wrong is reported at once.
    func configured(_ apps: [AppID: AppConfiguration]) throws(ServerError) -> [AppID: [any PushProvider]] {
        try ProviderClients(transport: transport, now: now).configured(apps).clients
    }
}
