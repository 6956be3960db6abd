/// What a late delivery was decided from when the rules were asked about it again.
///
/// It belongs to that delivery alone: the others of its push go by what they were decided from themselves. So no device
/// gets a push by a decision that was made about another device.
public struct DecisionBasis: Sendable, Equatable {
    /// What the decision read.
    public var stamp: DecisionStamp
    /// The catalog version that decided.
    public var policy: Int

    /// Joins both.
    public init(stamp: DecisionStamp, policy: Int) {
        self.stamp = stamp
        self.policy = policy
    }
}
