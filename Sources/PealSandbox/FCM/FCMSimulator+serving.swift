import Hummingbird
import NIOCore

extension FCMSimulator {
    /// Serves until it is cancelled or shut down gracefully; once only.
    /// - Parameters:
    ///   - control: answers the control calls of simulators that run as a process of their own, at this one's port.
    ///   - onReady: called with the port as soon as it takes requests.
    /// - Throws: what keeps it from serving, for example a port that is taken.
    public func run(
        control: SimulatorControl? = nil,
        onReady: @escaping @Sendable (Int) async -> Void = { _ in }
    ) async throws {
        let listeners = tls.map(TLSListeners.init)
        if let listeners { secure.open(try await listen(on: listeners)) }
        let application = Application(
            responder: FCMResponder(simulator: self, control: control),
            configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: wantedPort)),
            onServerRunning: { channel in
                guard let port = channel.localAddress?.port else { return }
                self.listening.open(port)
                await onReady(port)
            },
            logger: logger
        )
        defer {
            listening.close()
            secure.close()
        }
        do {
            try await application.run()
        } catch {
            await listeners?.close(isPatient: false)
            throw error
        }
        await listeners?.close(isPatient: false)
    }

    private func listen(on listeners: TLSListeners) async throws -> Int {
        try await listeners.listen(port: wantedSecurePort) { channel in
            try channel.pipeline.syncOperations.addHandlers(
                StreamServerConnection.handlers(of: FCMStreams(simulator: self))
            )
        }
    }
}
