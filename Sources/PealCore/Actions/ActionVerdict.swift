/// What becomes of an action that a user takes.
public enum ActionVerdict: Sendable, Equatable {
    /// It was taken before: this was the result.
    case repeated(TakenAction)
    /// As many as are kept were taken: one more would change nothing that a user means, and each tells the backend.
    case tooMany
    /// It is to be stored.
    case accepted(ActionRecord)

    /// Decides about an action.
    /// - Parameters:
    ///   - new: the action.
    ///   - record: what was taken before on the same notification.
    public init(_ new: TakenAction, record: ActionRecord?) {
        if let known = record?.repeated(new.action, sent: new.sent) {
            self = .repeated(known)
        } else if let record, record.taken.count >= ActionRecord.keptActions {
            self = .tooMany
        } else {
            self = .accepted(ActionRecord(record, adding: new))
        }
    }
}
