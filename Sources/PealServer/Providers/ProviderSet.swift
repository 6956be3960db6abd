package import PealCore
package import PealProviderKit
import ServiceLifecycle

/// The clients of every app's push services, with what they need while they run.
package struct ProviderSet {
    /// The clients of each app's push services.
    package private(set) var clients: [AppID: [any PushProvider]] = [:]
    /// The clients of each app's channels next to push and the inbox.
    package private(set) var notifiers: [AppID: [any Notifier]] = [:]
    /// The limits of queues that the operator changed.
    private(set) var queueLimits: [QueueKey: QueueLimits] = [:]
    /// Settings no client can be made from.
    package private(set) var problems: [ProviderProblem] = []
    /// What runs beside the clients.
    private(set) var services: [any Service] = []
    private var endings: [@Sendable () async -> Void] = []

    /// Adds a client, or notes why there is none.
    mutating func add(
        _ provider: ProviderID,
        of app: AppID,
        _ queue: QueueSettings,
        _ make: () throws -> ProviderClient
    ) {
        do {
            let client = try make()
            switch client.service {
            case .push(let provider): clients[app, default: []].append(provider)
            case .channel(let notifier): notifiers[app, default: []].append(notifier)
            }
            endings.append(client.shutdown)
            if queue != QueueSettings() {
                queueLimits[QueueKey(app: app, provider: provider)] = queue.limits(over: client.limits)
            }
        } catch {
            problems.append(ProviderProblem(app: app, provider: provider, message: "\(error)"))
        }
    }
}

extension ProviderSet {
    /// Adds what runs beside the clients.
    mutating func run(_ service: any Service) { services.append(service) }

    /// Ends what the clients hold open; called once, when nothing is sent any more.
    package func shutdown() async {
        for ending in endings { await ending() }
    }

    /// Ends what the clients hold open when they were used, whether that went well or not.
    func shutDown<Result>(after use: () async throws -> Result) async throws -> Result {
        do {
            let result = try await use()
            await shutdown()
            return result
        } catch {
            await shutdown()
            throw error
        }
    }
}

/// Settings of one app's push service that no client can be made from.
package struct ProviderProblem: Sendable, CustomStringConvertible {
    /// The app.
    package var app: AppID
    /// The push service.
    package var provider: ProviderID
    /// What is wrong and how to mend it.
    package var message: String

    /// The place in the configuration, and the message.
    package var description: String { "apps.\(app).\(provider): \(message)" }
}
