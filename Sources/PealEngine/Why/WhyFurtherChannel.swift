public import PealCore

/// What happened in a channel other than push and the inbox.
public struct WhyFurtherChannel: Sendable, Equatable {
    /// The channel.
    public var channel: Channel
    /// What was decided, as of now.
    public var result: ChannelResult
    /// How far it has come, where it is sent and stored.
    public var delivery: PushDelivery?
    /// The attempts, oldest first; at most the last 20.
    public var attempts: [AttemptRecord] = []

    /// The same in the words of push and the inbox.
    public var shown: WhyChannel {
        switch result {
        case .send: WhyChannel(outcome: "sent")
        case .hold(let until): WhyChannel(outcome: "held", reason: result.reason, until: until)
        case .off(let reason): WhyChannel(outcome: "suppressed", reason: reason)
        }
    }
}
