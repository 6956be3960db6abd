/// A step of a cancel over the recipients of a trigger.
public struct CancelCount: Sendable, Equatable {
    /// Where the cursor is expected.
    public var from: UserID
    /// The last user of the step; `nil` when nobody is left.
    public var to: UserID?
    /// Recipients of the step that get no push.
    public var cancelled: Int
    /// Recipients of the step whose push was handed out before.
    public var tooLate: Int

    /// Joins the parts.
    public init(from: UserID, to: UserID?, cancelled: Int, tooLate: Int) {
        self.from = from
        self.to = to
        self.cancelled = cancelled
        self.tooLate = tooLate
    }
}
