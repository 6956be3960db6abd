import Foundation
import NIOCore
import NIOHTTP1

@testable import PealSandbox

/// A service over TLS that says what time it is, and nothing else.
struct TimeService {
    let port: Int
    /// What a client has to trust.
    let rootPEM: String

    /// Serves while `body` runs; `ahead` is how far its clock is from the system's.
    static func with(ahead: Duration, _ body: (TimeService) async throws -> Void) async throws {
        let certificate = try SandboxCertificate(random: { 11 })
        let listeners = TLSListeners(tls: try certificate.context(speaking: "http/1.1"))
        let port = try await listeners.listen(port: 0) { channel in
            try channel.pipeline.syncOperations.configureHTTPServerPipeline()
            try channel.pipeline.syncOperations.addHandler(Handler(ahead: ahead))
        }
        try await body(TimeService(port: port, rootPEM: certificate.rootPEM))
        await listeners.close(isPatient: false)
    }

    private final class Handler: ChannelInboundHandler {
        typealias InboundIn = HTTPServerRequestPart
        typealias OutboundOut = HTTPServerResponsePart

        private let ahead: Duration

        init(ahead: Duration) { self.ahead = ahead }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            guard case .end = unwrapInboundIn(data) else { return }
            let format = DateFormatter()
            format.locale = Locale(identifier: "en_US_POSIX")
            format.timeZone = TimeZone(identifier: "UTC")
            format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
            let date = Date(timeIntervalSinceNow: TimeInterval(ahead.components.seconds))
            let headers = HTTPHeaders([("date", format.string(from: date)), ("content-length", "0")])
            let head = HTTPResponseHead(version: .http1_1, status: .notFound, headers: headers)
            context.write(wrapOutboundOut(.head(head)), promise: nil)
            context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        }

        func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
            if event is TLSListeners.Goodbye { context.close(promise: nil) }
            context.fireUserInboundEventTriggered(event)
        }
    }
}
