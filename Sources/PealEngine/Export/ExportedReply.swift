public import PealCore
import PealStore

/// A user's latest reply to an event, opened for their export.
public struct ExportedReply: Sendable, Equatable {
    /// The event.
    public var event: EntityRef
    /// The reply.
    public var reply: EtaReply
    /// The user's words to the host.
    public var message: String?

    init(_ held: HeldReply, of user: UserID, app: AppID, _ encryption: PayloadEncryption) throws {
        event = held.event
        reply = held.reply
        guard !held.reply.sealedMessage.isEmpty else { return }
        let plain = try encryption.open(held.reply.sealedMessage, .etaMessage(held.event, user), app: app)
        message = String(decoding: plain, as: UTF8.self)
    }
}
