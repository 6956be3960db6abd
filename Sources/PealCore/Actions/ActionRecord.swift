/// What is stored of the actions that a user took on a notification.
public struct ActionRecord: Sendable, Equatable {
    /// The one that counts: it was taken last.
    public var latest: TakenAction
    /// The last ones that were accepted, the newest last.
    public var taken: [TakenAction]

    /// How many are kept, and how many can be taken: whoever changes their mind more often does so in the app.
    public static let keptActions = 20

    /// Joins both.
    /// - Parameters:
    ///   - latest: the one that counts.
    ///   - taken: the last ones that were accepted.
    public init(latest: TakenAction, taken: [TakenAction]) {
        self.latest = latest
        self.taken = taken
    }

    /// The record with one more action, which counts unless a later one is there.
    /// - Parameters:
    ///   - old: the record before; `nil` when there is none.
    ///   - new: the action.
    public init(_ old: ActionRecord?, adding new: TakenAction) {
        latest = old.map { new.at >= $0.latest.at ? new : $0.latest } ?? new
        taken = Array(((old?.taken ?? []) + [new]).suffix(Self.keptActions))
    }

    /// The action that came before and that this one repeats; `nil` when it is a new one.
    ///
    /// Without a timestamp every other one of the same action is meant: a client that repeats a call whose answer was lost
    /// cannot say which.
    public func repeated(_ action: String, sent: Timestamp?) -> TakenAction? {
        guard let sent else { return taken.first { $0.action == action } }
        return taken.last { $0.action == action && $0.sent == sent }
    }
}
