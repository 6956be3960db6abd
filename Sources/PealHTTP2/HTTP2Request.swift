import NIOCore
import NIOHPACK

/// A request on its way: what to send, and who receives what became of it.
struct HTTP2Request: Sendable {
    /// Names the batch it belongs to, for a sender that gives up.
    let batch: Int
    let headers: HPACKHeaders
    let body: ByteBuffer
    let deadline: NIODeadline
    /// Called once, on the connection's event loop or by the task that sends.
    let reply: @Sendable (HTTP2Reply) -> Void
}
