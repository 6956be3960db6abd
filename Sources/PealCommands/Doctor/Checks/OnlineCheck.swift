import PealCore
import PealProviderKit
import PealServer

/// Asks every push service whether it accepts the credentials, a few at a time.
struct OnlineCheck {
    /// How long each may take.
    let patience: Duration
    /// What was set, to tell where a refusal comes from.
    var apps: [AppID: AppConfiguration] = [:]
    var plugins = ProviderPlugins.shipped
    private static let atOnce = 8

    /// One client, and how it asks.
    private struct Client: Sendable {
        let id: ProviderID
        let check: @Sendable () async -> CredentialCheck
    }

    func run(
        _ clients: [AppID: [any PushProvider]],
        notifiers: [AppID: [any Notifier]] = [:]
    ) async -> [DoctorFinding] {
        let all = Set(clients.keys).union(notifiers.keys).sorted().flatMap { app in
            (clients[app] ?? []).map { client in
                (app, Client(id: client.id, check: { await client.checkCredentials() }))
            }
                + (notifiers[app] ?? []).map { client in
                    let id = ProviderID(rawValue: client.channel.rawValue)
                    return (app, Client(id: id, check: { await client.checkCredentials() }))
                }
        }
        return await withTaskGroup(of: (Int, DoctorFinding).self) { tasks in
            var lines: [Int: DoctorFinding] = [:]
            for (index, (app, client)) in all.enumerated() {
                if index >= Self.atOnce, let (done, line) = await tasks.next() { lines[done] = line }
                tasks.addTask { (index, await line(app, client)) }
            }
            for await (done, line) in tasks { lines[done] = line }
            return all.indices.compactMap { lines[$0] }
        }
    }

    private func line(_ app: AppID, _ client: Client) async -> DoctorFinding {
        let section = "apps.\(app).\(client.id)"
        let advice = CredentialAdvice(
            provider: client.id,
            plugin: plugins[client.id]?.plugin,
            settings: apps[app]?.providers[client.id]
        )
        return switch await answer(of: client) {
        case .accepted: .ok(.online, "\(section): the service accepts the credentials")
        case .plausible: .ok(.online, "\(section): the credentials look valid; this service tells no more")
        case .refused(let reason):
            .fail(
                .online,
                "\(section): the service rejects the credentials (\(ReasonWords.of(reason))); "
                    + advice.remedy(forRefusal: reason)
            )
        case .unreachable(let reason):
            .fail(
                .online,
                "\(section): cannot reach the service (\(ReasonWords.of(reason))); "
                    + advice.remedy(forSilence: reason)
            )
        }
    }

    private func answer(of client: Client) async -> CredentialCheck {
        await withTaskGroup(of: CredentialCheck.self) { race in
            race.addTask { await client.check() }
            race.addTask {
                try? await Task.sleep(for: patience)
                return .unreachable(reason: "no response within \(patience.components.seconds) s")
            }
            let first = await race.next()
            race.cancelAll()
            return first ?? .unreachable(reason: "cancelled")
        }
    }
}
