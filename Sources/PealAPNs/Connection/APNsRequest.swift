import NIOCore
import NIOHPACK

/// A push on its way: what to send, and who waits for the reply.
struct APNsRequest: Sendable {
    /// Names it for a caller who gives up.
    let number: Int
    let headers: HPACKHeaders
    let body: ByteBuffer
    let deadline: NIODeadline
    let reply: CheckedContinuation<APNsReply, Never>
}
