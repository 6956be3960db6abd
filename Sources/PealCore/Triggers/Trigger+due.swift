extension Trigger {
    /// Whether it comes due for each recipient at another time: at the user's local time, or when they join.
    public var isDueByRecipient: Bool { sendAtLocal != nil || openUntil != nil }
}
