public import PealCore

/// The answer to "why did this user get it, or not?" (design §2, promise 5).
public struct WhyAnswer: Sendable {
    /// One decision each, newest first.
    public var items: [WhyItem]
    /// Where the next page starts.
    public var next: String?
    /// The zone of the times in its sentences.
    public var zone = Zone.utc
    /// What was looked for.
    public var searched: DecisionFilter
    /// What to look at when nothing was found.
    public var hint: String?
    /// What is known when nothing was found, most telling first; beside decisions, what was rejected, or a duplicate.
    public var findings: [WhyFinding]
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
    /// What pushes that have not gone wait for.
    public var waits: [DeliveryID: DeliveryWait]
    /// The zone of the times in its sentences: the reader's.
    public var zone = Zone.utc
    /// When the user was erased, where that is on record.
    public var erasedAt: Timestamp?
    /// What happened on the devices.
    public var push: WhyChannel
    /// What happened in the inbox.
    public var inApp: WhyChannel
    /// What happened in other channels, in the order of the installation.
    public var channels: [WhyFurtherChannel] = []
    /// The nearest change that would let the push go, as of now; `nil` for one that went, empty when none was found.
    public var counterfactuals: [WhyCounterfactual]?
    /// What became of the digest that its push is part of, in a sentence; `nil` for one that was in none.
    public var digest: String? { record.digest.map { StepSentence.fate(of: $0, zone) } }
    /// What is not said because it is not kept any more.
    public var losses: [WhyFinding] = []
}

/// One stage, explained.
public struct WhyStep: Sendable, Equatable {
    /// The entry of the trace.
    public var step: Trace.Step
    /// The sentence that explains it.
    public var sentence: String
    /// The catalog rule that decided, where one did.
    public var rule: RuleLocation?
}

/// What happened on one channel.
public struct WhyChannel: Sendable, Equatable {
    /// `sent`, `held`, `digested`, `suppressed`, `shown` or `hidden`.
    public var outcome: String
    /// Why not.
    public var reason: Reason?
    /// Until when it waits.
    public var until: Timestamp?
    /// The catalog rule that decided, where one did.
    public var rule: RuleLocation?
}
