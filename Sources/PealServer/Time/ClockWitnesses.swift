import Foundation
import PealCore
import PealProviderKit

/// The services that are asked for the time when the clock is in question: those that the operator set, over TLS.
struct ClockWitnesses: Sendable {
    /// What one of them said.
    struct Statement: Sendable {
        var host: String
        var date: Timestamp
    }

    private static let most = 16
    private static let patience = Duration.seconds(5)

    let addresses: [ServiceAddress]
    let now: @Sendable () -> Timestamp

    /// Names the push services, token services and key sets of all apps; services of this machine without TLS say nothing.
    init(_ apps: [AppID: AppConfiguration], now: @escaping @Sendable () -> Timestamp) {
        let all = apps.sorted { $0.key < $1.key }.flatMap { _, app in
            [app.jwt?.url.map { ServiceAddress($0.text, trustRoots: $0.trustRoots) }].compactMap(\.self)
                + app.providers.sorted { $0.key.rawValue < $1.key.rawValue }.flatMap { $0.value.services }
        }
        var known: Set<ServiceAddress> = []
        addresses = Array(all.filter { $0.url.hasPrefix("https://") && known.insert($0).inserted }.prefix(Self.most))
        self.now = now
    }

    /// Asks all of them; `take` receives each statement as it comes, and says whether it was enough.
    func ask(_ take: (Statement) -> Bool) async {
        await withTaskGroup(of: Statement?.self) { group in
            for address in addresses { group.addTask { await statement(of: address) } }
            for await case let statement? in group where take(statement) {
                group.cancelAll()
                return
            }
        }
    }

    private func statement(of address: ServiceAddress) async -> Statement? {
        guard let url = URL(string: address.url), let host = url.host() else { return nil }
        let hostPort = "\(host):\(url.port ?? 443)"
        guard let rules = try? EndpointRules(allowedHosts: nil, exceptions: [hostPort]),
            let way = try? GuardedTransport(
                rules: rules,
                now: now,
                originLimit: 1,
                connectionsPerOrigin: 1,
                trustRootsPEM: address.trustRoots.map { Array($0.utf8) }
            )
        else { return nil }
        let call = HTTPCall(
            method: "GET",
            url: address.url.last == "/" || !url.path().isEmpty ? address.url : address.url + "/",
            headers: [],
            body: [],
            timeout: Self.patience
        )
        let result = await way.impatient.send(call)
        await way.shutDown()
        guard case .answered(let answer) = result, let date = answer.date else { return nil }
        return Statement(host: host, date: date)
    }
}
