public import PealCore
public import PealStore

/// The answer to "why did this person get it, or not?" (design §2, promise 5).
public struct WhyAnswer: Sendable {
    /// One decision each, newest first.
    public var items: [WhyItem]
    /// Where the next page starts.
    public var next: String?
    /// What was looked for.
    public var searched: DecisionFilter
    /// What to look at when nothing was found.
    public var hint: String?
}

/// One decision, explained.
public struct WhyItem: Sendable {
    /// The decision as it was made.
    public var record: DecisionRecord
    /// Its verdict.
    public var verdict: Verdict
    /// The stages in order, each with a sentence.
    public var steps: [WhyStep]
    /// What became of its pushes.
    public var deliveries: [DeliveryReport]
    /// What happened on the devices.
    public var push: WhyChannel
    /// What happened in the inbox.
    public var inApp: WhyChannel
}

/// One stage, explained.
public struct WhyStep: Sendable, Equatable {
    /// The entry of the trace.
    public var step: Trace.Step
    /// The sentence for people.
    public var sentence: String
}

/// What happened on one channel.
public struct WhyChannel: Sendable, Equatable {
    /// `sent`, `held`, `suppressed`, `shown` or `hidden`.
    public var outcome: String
    /// Why not.
    public var reason: Reason?
    /// Until when it is held.
    public var until: Timestamp?
}
