import NIOCore

/// Reads what one connection receives, on its event loop.
protocol LiveReader: AnyObject {
    /// Takes bytes in their order.
    func read(_ bytes: ByteBufferView)
}
