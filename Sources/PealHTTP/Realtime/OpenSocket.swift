import Foundation
import NIOCore

/// The socket of an open connection, for bytes that are framed already.
///
/// They take the way past the handlers and buffers of the connection, which costs more than the system call: use it on the event
/// loop only, while nothing waits in those buffers, and forget it when the channel becomes inactive. No handler may stand
/// between the one that frames and the socket: TLS ends before this server.
struct OpenSocket {
    private let handle: NIOBSDSocket.Handle

    /// `nil` where the channel has no socket, or has closed it.
    init?(_ channel: any Channel) {
        let pipeline = channel.pipeline.syncOperations
        let found = try? pipeline.withUnsafeTransportIfAvailable { (handle: NIOBSDSocket.Handle) in handle }
        guard channel.isActive, let found else { return nil }
        handle = found
    }

    /// Hands bytes to the system.
    ///
    /// An error is met again where the rest is written, and ends the connection there.
    /// - Parameter bytes: what is sent.
    /// - Returns: how many bytes the system took.
    func send(_ bytes: ByteBuffer) -> Int {
        bytes.withUnsafeReadableBytes { bytes in
            max(0, Foundation.send(handle, bytes.baseAddress, bytes.count, Int32(MSG_DONTWAIT | MSG_NOSIGNAL)))
        }
    }
}
