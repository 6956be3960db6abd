import NIOCore

/// A message of a batch, put into FCM's words.
struct FCMRequest: Sendable {
    /// The message's position in the batch.
    let index: Int
    /// The request's body.
    let body: ByteBuffer
    /// Whether another access token was tried for it.
    var hasFreshToken = false
}
