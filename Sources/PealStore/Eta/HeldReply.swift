public import PealCore

/// A reply of a user with the event that it is about.
public struct HeldReply: Sendable, Equatable {
    /// The event.
    public var event: EntityRef
    /// The user's latest reply to it.
    public var reply: EtaReply

    /// Joins both.
    /// - Parameters:
    ///   - event: the event.
    ///   - reply: the user's latest reply to it.
    public init(event: EntityRef, reply: EtaReply) {
        self.event = event
        self.reply = reply
    }
}
