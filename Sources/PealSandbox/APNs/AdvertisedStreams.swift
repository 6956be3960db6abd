import NIOCore

/// Writes the SETTINGS frames of a server connection itself.
///
/// NIO ends the connection of a client that opens more streams than were advertised; APNs refuses the stream alone. So NIO
/// is told a number nobody reaches, and on the wire stands the real one.
final class AdvertisedStreams: ChannelOutboundHandler {
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// What NIO is told.
    static let unreachable = 1 << 24
    static let headerListSize = 16_384

    /// The number in the SETTINGS frame that is written next; the first write of a connection is one.
    private var next: Int? = 1

    /// The next write is a SETTINGS frame.
    func advertise(_ count: Int) { next = count }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard let count = next else { return context.write(data, promise: promise) }
        next = nil
        var frame = context.channel.allocator.buffer(capacity: 21)
        // Length 12, type SETTINGS, no flags, stream 0 (RFC 9113 §6.5).
        frame.writeBytes([0, 0, 12, 4, 0, 0, 0, 0, 0])
        frame.writeInteger(UInt16(3))
        frame.writeInteger(UInt32(clamping: count))
        frame.writeInteger(UInt16(6))
        frame.writeInteger(UInt32(Self.headerListSize))
        context.write(wrapOutboundOut(frame), promise: promise)
    }
}
