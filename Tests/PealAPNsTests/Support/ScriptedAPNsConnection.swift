import NIOCore
import NIOHPACK
import NIOHTTP2

/// One connection of a ``ScriptedAPNs``.
final class ScriptedAPNsConnection: ChannelInboundHandler {
    typealias InboundIn = HTTP2Frame
    typealias OutboundOut = HTTP2Frame

    private struct Stream {
        var headers: HPACKHeaders
        var body: [UInt8] = []
        var isHeld = false
    }

    private let server: ScriptedAPNs
    private var context: ChannelHandlerContext?
    private var number = 0
    private var streams: [HTTP2StreamID: Stream] = [:]
    private var leftAt: HTTP2StreamID?
    private var unacknowledged = 0
    private var lastActed: HTTP2StreamID = .rootStream

    init(server: ScriptedAPNs) { self.server = server }

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }

    func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

    func channelActive(context: ChannelHandlerContext) {
        server.note {
            $0.connections += 1
            number = $0.connections
        }
        context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
        let open = streams.count
        streams = [:]
        server.note { $0.open -= open }
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let frame = unwrapInboundIn(data)
        let id = frame.streamID
        switch frame.payload {
        case .headers(let headers):
            streams[id] = Stream(headers: headers.headers)
            server.note { $0.open += 1 }
        case .data(let data):
            if case .byteBuffer(let buffer) = data.data { streams[id]?.body += Array(buffer.readableBytesView) }
            reopenWindow(by: data.data.readableBytes)
            if data.endStream, let stream = streams[id] { act(on: id, stream, context) }
        case .rstStream:
            if streams.removeValue(forKey: id) != nil { server.note { $0.open -= 1 } }
            server.note { $0.resets += 1 }
        case .ping(_, ack: false): server.note { $0.pings += 1 }
        case .settings(.ack): server.note { $0.acknowledgements += 1 }
        default: break
        }
    }

    func release() {
        for (id, stream) in streams where stream.isHeld {
            server.note { $0.held -= 1 }
            answer(id, 200)
        }
        context?.flush()
    }

    func limitStreams(to limit: Int) {
        write(.rootStream, .settings(.settings([HTTP2Setting(parameter: .maxConcurrentStreams, value: limit)])))
        context?.flush()
    }

    func sayGoodbye() {
        leave(after: streams.keys.max() ?? lastActed, reason: nil)
    }

    func hangUp() { context?.close(promise: nil) }

    /// Lets the client go on sending: nobody else does it for bare frames.
    private func reopenWindow(by size: Int) {
        unacknowledged += size
        guard unacknowledged >= 16_384 else { return }
        write(.rootStream, .windowUpdate(windowSizeIncrement: unacknowledged))
        context?.flush()
        unacknowledged = 0
    }

    private func act(on id: HTTP2StreamID, _ stream: Stream, _ context: ChannelHandlerContext) {
        if let leftAt, id >= leftAt {
            end(id)
            return
        }
        let seen = ScriptedAPNs.Seen(
            connection: number,
            stream: Int(id),
            headers: stream.headers.map { (name: $0.name, value: $0.value) },
            body: stream.body
        )
        var count = 0
        server.note {
            $0.seen.append(seen)
            count = $0.seen.count
        }
        let act = server.script(seen, count)
        if case .goAway = act {} else { lastActed = max(lastActed, id) }
        switch act {
        case .answer(let status, let reason, let timestamp): answer(id, status, reason: reason, timestamp: timestamp)
        case .hold:
            streams[id]?.isHeld = true
            server.note { $0.held += 1 }
        case .reset(let code):
            end(id)
            write(id, .rstStream(code))
        case .half(let status):
            end(id)
            write(id, .headers(.init(headers: [":status": String(status)], endStream: false)))
            write(id, .rstStream(.internalError))
        case .goAway(let reason): goAway(at: id, reason: reason)
        case .hangUp: context.close(promise: nil)
        case .freeze: context.channel.setOption(.autoRead, value: false).whenComplete { _ in }
        }
        context.flush()
    }

    private func goAway(at id: HTTP2StreamID, reason: String?) {
        let last = lastActed
        for later in streams.keys where later > last { end(later) }
        leave(after: last, reason: reason)
        // Bodies come in any order: what is not above the last stream is still owed its answer.
        if id <= last { answer(id, 200) }
    }

    /// Says GOAWAY in bare bytes: told of it, the handler would take the client's later streams for a breach, while RFC
    /// 9113, 6.8 has a server ignore them.
    private func leave(after last: HTTP2StreamID, reason: String?) {
        leftAt = HTTP2StreamID(Int(last) + 1)
        let debug = reason.map { #"{"reason":"\#($0)"}"# } ?? ""
        var frame = ByteBuffer()
        let length = UInt32(8 + debug.utf8.count)
        frame.writeBytes([UInt8(length >> 16 & 0xFF), UInt8(length >> 8 & 0xFF), UInt8(length & 0xFF), 7, 0])
        frame.writeInteger(UInt32(0))
        frame.writeInteger(UInt32(Int(last)))
        frame.writeInteger(UInt32(0))
        frame.writeString(debug)
        let below = try? context?.pipeline.syncOperations.context(handlerType: NIOHTTP2Handler.self)
        context?.flush()
        below?.writeAndFlush(NIOAny(IOData.byteBuffer(frame)), promise: nil)
    }

    private func answer(_ id: HTTP2StreamID, _ status: Int, reason: String? = nil, timestamp: Int64? = nil) {
        guard let stream = streams[id] else { return }
        let path = stream.headers.first(name: ":path") ?? ""
        let named = "00000000-0000-4000-8000-\(String(Int(id) + 1_000_000_000_000).suffix(12))"
        var headers: HPACKHeaders = [":status": String(status)]
        headers.add(name: "apns-id", value: named, indexing: .nonIndexable)
        write(id, .headers(.init(headers: headers, endStream: reason == nil)))
        if let reason {
            let time = timestamp.map { #","timestamp":\#($0)"# } ?? ""
            let body = ByteBuffer(string: #"{"reason":"\#(reason)"\#(time)}"#)
            write(id, .data(.init(data: .byteBuffer(body), endStream: true)))
        }
        end(id)
        server.note {
            $0.answers += 1
            if status == 200 { $0.delivered.append(path) }
        }
    }

    private func end(_ id: HTTP2StreamID) {
        if streams.removeValue(forKey: id) != nil { server.note { $0.open -= 1 } }
    }

    private func write(_ id: HTTP2StreamID, _ payload: HTTP2Frame.FramePayload) {
        context?.write(wrapOutboundOut(HTTP2Frame(streamID: id, payload: payload)), promise: nil)
    }
}
