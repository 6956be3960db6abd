import Hummingbird
import HummingbirdCore
import NIOCore

extension WebPushSimulator {
    /// Serves until it is cancelled or shut down gracefully; once only.
    /// - Parameter onReady: called with the port as soon as it takes requests.
    /// - Throws: what keeps it from serving, for example a port that is taken.
    public func run(onReady: @escaping @Sendable (Int) async -> Void = { _ in }) async throws {
        let listeners = http2TLS.map(TLSListeners.init)
        if let listeners {
            let port = try await listeners.listen(port: wantedHTTP2Port) { channel in
                try channel.pipeline.syncOperations.addHandlers(
                    StreamServerConnection.handlers(of: WebPushStreams(simulator: self))
                )
            }
            listeningHTTP2.open(port)
        }
        let application = Application(
            responder: WebPushResponder(simulator: self),
            server: HTTPServerBuilder { [tls] responder in
                let plain = HTTP1Channel(responder: responder)
                guard let tls else { return plain }
                return TLSOnDemandChannel(base: plain, tls: tls)
            },
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
            listeningHTTP2.close()
        }
        do {
            try await application.run()
        } catch {
            await listeners?.close(isPatient: false)
            throw error
        }
        await listeners?.close(isPatient: false)
    }
}
