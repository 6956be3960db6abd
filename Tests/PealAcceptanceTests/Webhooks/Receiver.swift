import NIOCore
import NIOHTTP1
import NIOPosix
import Synchronization

/// A backend that receives outgoing events over HTTP, and answers as it is told.
final class Receiver: Sendable {
    /// A request that it received.
    struct Call: Sendable {
        var headers: HTTPHeaders
        var json: JSON

        subscript(header: String) -> String { headers.first(name: header) ?? "" }
        var id: String { self["webhook-id"] }
        var timestamp: String { self["webhook-timestamp"] }
        var signatures: [Substring] { self["webhook-signature"].split(separator: " ") }
        var type: String? { json["type"].string }
    }

    private struct State {
        var calls: [Call] = []
        var status = 200
        var headers: [(String, String)] = []
    }
    private let state = Mutex(State())
    private let port = Mutex(0)

    /// Where it listens.
    var url: String { "http://127.0.0.1:\(port.withLock { $0 })/hook" }
    /// What it received so far.
    var calls: [Call] { state.withLock { $0.calls } }

    /// Answers with a status from now on.
    func answer(_ status: Int, _ headers: (String, String)...) {
        state.withLock { ($0.status, $0.headers) = (status, headers) }
    }

    fileprivate func receive(_ call: Call) -> (status: Int, headers: [(String, String)]) {
        state.withLock { state in
            state.calls.append(call)
            return (state.status, state.headers)
        }
    }

    /// Runs a receiver while `body` runs.
    static func run(_ body: (Receiver) async throws -> Void) async throws {
        let receiver = Receiver()
        let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.configureHTTPServerPipeline()
                    try channel.pipeline.syncOperations.addHandler(ReceiverHandler(receiver: receiver))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        receiver.port.withLock { $0 = channel.localAddress?.port ?? 0 }
        do {
            try await body(receiver)
            try await channel.close()
        } catch {
            try? await channel.close()
            throw error
        }
    }
}

/// Reads requests, and answers each.
private final class ReceiverHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private let receiver: Receiver
    private var headers = HTTPHeaders()
    private var bytes: [UInt8] = []

    init(receiver: Receiver) { self.receiver = receiver }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head): (headers, bytes) = (head.headers, [])
        case .body(let buffer): bytes += Array(buffer.readableBytesView)
        case .end:
            let json = (try? JSON(parsing: bytes)) ?? .null
            let answer = receiver.receive(Receiver.Call(headers: headers, json: json))
            var head = HTTPResponseHead(version: .http1_1, status: .init(statusCode: answer.status))
            for (name, value) in answer.headers { head.headers.add(name: name, value: value) }
            head.headers.add(name: "content-length", value: "0")
            context.write(wrapOutboundOut(.head(head)), promise: nil)
            context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        }
    }
}
