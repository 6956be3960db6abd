import Foundation
import PealCore
import PealFCM
import PealProviderKit

/// The FCM clients of the apps that have credentials.
struct FCMClients {
    let transport: HTTPTransport
    let now: @Sendable () -> Timestamp

    /// From the operator's configuration; everything that is wrong is reported at once.
    func configured(_ apps: [AppID: AppConfiguration]) throws(ServerError) -> [AppID: [any PushProvider]] {
        var clients: [AppID: [any PushProvider]] = [:]
        var problems: [String] = []
        for (app, settings) in apps.sorted(by: { $0.key < $1.key }) {
            guard let account = settings.fcmServiceAccount else { continue }
            do {
                let options = try FCMOptions(
                    serviceAccount: Array(account.utf8),
                    endpoint: settings.fcmEndpoint ?? FCMOptions.googleEndpoint,
                    allowsCriticalAlerts: settings.fcmCriticalAlerts
                )
                clients[app] = [FCMProvider(options: options, transport: transport, now: now)]
            } catch {
                problems.append("apps.\(app).fcm: \(error)")
            }
        }
        guard problems.isEmpty else { throw ServerError(.configuration, problems.joined(separator: "\n")) }
        return clients
    }
}
