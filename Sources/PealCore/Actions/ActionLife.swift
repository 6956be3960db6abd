/// Until when the actions of a notification can be taken without a session.
public enum ActionLife {
    /// How long after its decision, where no event says otherwise and the inbox keeps it that long.
    public static let usual = Duration.seconds(7 * 86_400)

    /// The end of a notification's action tokens.
    /// - Parameters:
    ///   - createdAt: when it was decided.
    ///   - retention: how long the inbox keeps it.
    ///   - rules: the rules of arrival replies, where its type asks for them.
    ///   - event: the event that it asks about, where that is known.
    /// - Returns: when arrivals are cleared from the board; else the end of the inbox row, or of ``usual``.
    public static func end(
        createdAt: Timestamp,
        retention: Duration,
        rules: EtaRules?,
        event: Entity?
    ) -> Timestamp {
        guard let rules else { return createdAt + min(retention, usual) }
        // Without a start no reply is accepted; a request is sent at the earliest when replies open.
        return event.flatMap(rules.window)?.clearsAt ?? createdAt + rules.opens + rules.clears
    }
}
