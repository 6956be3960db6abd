package import PealCore
package import PealProviderKit

/// Makes the clients of every app's push services from what the operator set.
package struct ProviderClients {
    let transport: HTTPTransport
    let now: @Sendable () -> Timestamp
    /// Whether the services are simulated in this process.
    let isSandbox: Bool
    let plugins: ProviderPlugins

    package init(
        transport: HTTPTransport,
        now: @escaping @Sendable () -> Timestamp,
        isSandbox: Bool = false,
        plugins: ProviderPlugins = .shipped
    ) {
        self.transport = transport
        self.now = now
        self.isSandbox = isSandbox
        self.plugins = plugins
    }

    /// The clients of all apps; what is wrong with any of them is reported together, with how to fix it.
    func configured(_ apps: [AppID: AppConfiguration]) throws(ServerError) -> ProviderSet {
        let set = make(apps)
        guard set.problems.isEmpty else {
            throw ServerError(.configuration, set.problems.map(\.description).joined(separator: "\n"))
        }
        return set
    }

    /// The clients that can be made, and why others cannot.
    package func make(_ apps: [AppID: AppConfiguration]) -> ProviderSet {
        let context = ProviderContext(
            transport: transport,
            now: now,
            random: { Double.random(in: 0..<1) },
            isSandbox: isSandbox
        )
        let makers = plugins.all.map { (id: $0.plugin.id, clients: $0.plugin.clients(context)) }
        var set = ProviderSet()
        for (app, configuration) in apps.sorted(by: { $0.key < $1.key }) {
            for maker in makers {
                guard let settings = configuration.providers[maker.id] else { continue }
                set.add(maker.id, of: app, settings.queue) { try maker.clients.make(settings) }
            }
        }
        for maker in makers where apps.values.contains(where: { $0.providers[maker.id] != nil }) {
            if let body = maker.clients.run { set.run(ClientService(body: body)) }
        }
        return set
    }
}
