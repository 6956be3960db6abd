import Hummingbird
import NIOCore

extension ExpoSimulator {
    /// Serves until it is cancelled or shut down gracefully; once only.
    /// - Parameter onReady: called with the port as soon as it takes requests.
    /// - Throws: what keeps it from serving, for example a port that is taken.
    public func run(onReady: @escaping @Sendable (Int) async -> Void = { _ in }) async throws {
        let application = Application(
            responder: ExpoResponder(simulator: self),
            configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: wantedPort)),
            onServerRunning: { channel in
                guard let port = channel.localAddress?.port else { return }
                self.listening.open(port)
                await onReady(port)
            },
            logger: logger
        )
        defer { listening.close() }
        try await application.run()
    }
}
