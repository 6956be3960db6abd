import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import PealEngine
import Synchronization

/// A hook, a chat and an incident service in one: they are told apart by path.
final class AlertReceiver: Sendable {
    struct Call: Sendable {
        var path: String
        var headers: [String: String]
        var body: [UInt8]
        var status = 0

        var json: [String: Any] {
            (try? JSONSerialization.jsonObject(with: Data(body)) as? [String: Any]) ?? [:]
        }
        var data: [String: Any] { json["data"] as? [String: Any] ?? [:] }
    }

    private struct State {
        var calls: [Call] = []
        var status = 200
    }
    private let state = Mutex(State())
    private let received = WakeUp()
    private let bound = Mutex(0)

    var port: Int { bound.withLock { $0 } }

    /// Answers with a status from now on.
    func answer(_ status: Int) { state.withLock { $0.status = status } }

    /// What arrived at a path so far.
    func calls(_ path: String) -> [Call] { state.withLock { $0.calls.filter { $0.path == path } } }

    /// What was taken at a path so far.
    func taken(_ path: String) -> [Call] { calls(path).filter { $0.status < 300 } }

    /// Returns when so many calls have arrived at each of some paths.
    func until(_ count: Int, at paths: [String], taken: Bool = true) async {
        while true {
            let version = received.version
            if paths.allSatisfy({ (taken ? self.taken($0) : calls($0)).count >= count }) { return }
            await received.wait(after: version)
        }
    }

    fileprivate func receive(_ call: Call) -> Int {
        defer { received.fire() }
        return state.withLock { state in
            var call = call
            call.status = state.status
            state.calls.append(call)
            return state.status
        }
    }

    /// Runs a receiver while `body` runs.
    static func run(_ body: (AlertReceiver) async throws -> Void) async throws {
        let receiver = AlertReceiver()
        let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.configureHTTPServerPipeline()
                    try channel.pipeline.syncOperations.addHandler(Handler(receiver))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        receiver.bound.withLock { $0 = channel.localAddress?.port ?? 0 }
        do {
            try await body(receiver)
            try await channel.close()
        } catch {
            try? await channel.close()
            throw error
        }
    }

    private final class Handler: ChannelInboundHandler {
        typealias InboundIn = HTTPServerRequestPart
        typealias OutboundOut = HTTPServerResponsePart

        private let receiver: AlertReceiver
        private var call = Call(path: "", headers: [:], body: [])

        init(_ receiver: AlertReceiver) { self.receiver = receiver }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            switch unwrapInboundIn(data) {
            case .head(let head):
                let headers = Dictionary(head.headers.map { ($0.name.lowercased(), $0.value) }) { first, _ in first }
                call = Call(path: head.uri, headers: headers, body: [])
            case .body(let buffer): call.body += Array(buffer.readableBytesView)
            case .end:
                let status = HTTPResponseStatus(statusCode: receiver.receive(call))
                let head = HTTPResponseHead(version: .http1_1, status: status, headers: ["content-length": "0"])
                context.write(wrapOutboundOut(.head(head)), promise: nil)
                context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
            }
        }
    }
}
