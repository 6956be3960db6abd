import Hummingbird
import Logging
import PealHTTP
import ServiceLifecycle

/// Serves health and `/metrics` at an address of its own, with connections of its own.
struct AdminListener: Service {
    private let services: APIServices
    private let address: ListenAddress
    private let logger: Logger
    private let ports: AsyncStream<Int>
    private let opened: AsyncStream<Int>.Continuation

    init(services: APIServices, address: ListenAddress, logger: Logger) {
        self.services = services
        self.address = address
        self.logger = logger
        (ports, opened) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Where it listens, once it does; `nil` when it never will.
    ///
    /// To be asked once.
    func url() async -> String? {
        for await port in ports {
            return "http://\(ListenAddress(host: address.host, port: port).authority)"
        }
        return nil
    }

    func run() async throws {
        defer { opened.finish() }
        let application = Application(
            router: Router.pealAdmin(services),
            server: services.adminServer,
            configuration: ApplicationConfiguration(
                address: .hostname(address.host, port: address.port),
                serverName: "peal",
                availableConnectionsDelegate: services.adminConnectionCap
            ),
            onServerRunning: { [opened] channel in
                if let port = channel.localAddress?.port { opened.yield(port) }
            },
            logger: logger
        )
        do {
            try await application.run()
        } catch {
            throw ListenProblem.explained(error, host: address.host, port: address.port, setting: "admin")
        }
    }
}
