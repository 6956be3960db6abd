import NIOCore

extension ChannelHandlerContext {
    /// Writes bytes that are framed already past the handler that frames, behind what waits in the buffers of the connection.
    /// - Parameters:
    ///   - framed: the bytes.
    ///   - taken: how many of them the system has taken already.
    ///   - encoder: the handler that frames.
    ///   - promise: succeeds when the system has taken all of them.
    func writeAndFlush(
        _ framed: ByteBuffer,
        after taken: Int,
        past encoder: (some ChannelHandler).Type,
        promise: EventLoopPromise<Void>
    ) {
        guard let encoder = try? pipeline.syncOperations.context(handlerType: encoder) else {
            return promise.fail(ChannelError.ioOnClosedChannel)
        }
        var rest = framed
        rest.moveReaderIndex(forwardBy: taken)
        encoder.writeAndFlush(NIOAny(IOData.byteBuffer(rest)), promise: promise)
    }
}
