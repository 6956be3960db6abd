/// What a catalog says of a rule.
public struct AlertSetting: Sendable, Equatable {
    /// The rule.
    public var rule: AlertRule
    /// Whether it fires.
    public var isEnabled: Bool
    /// Another threshold.
    public var threshold: Double?
    /// Another smallest sample.
    public var minimum: Int?

    /// Joins the parts.
    /// - Parameters:
    ///   - rule: the rule.
    ///   - isEnabled: whether it fires.
    ///   - threshold: another threshold.
    ///   - minimum: another smallest sample.
    public init(_ rule: AlertRule, isEnabled: Bool = true, threshold: Double? = nil, minimum: Int? = nil) {
        self.rule = rule
        self.isEnabled = isEnabled
        self.threshold = threshold
        self.minimum = minimum
    }
}
