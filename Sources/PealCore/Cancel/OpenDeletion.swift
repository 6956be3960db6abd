/// A deleted entity, with how far what was to be sent about it is withdrawn.
public struct OpenDeletion: Sendable, Equatable {
    /// The app.
    public var app: AppID
    /// The entity.
    public var entity: EntityRef
    /// The last trigger that was looked at; `nil` before the first.
    public var cursor: TriggerID?
    /// The newest trigger about it when it was deleted: later ones are not meant.
    public var newest: TriggerID
    /// When it was deleted.
    public var at: Timestamp

    /// Joins the parts.
    public init(app: AppID, entity: EntityRef, cursor: TriggerID?, newest: TriggerID, at: Timestamp) {
        self.app = app
        self.entity = entity
        self.cursor = cursor
        self.newest = newest
        self.at = at
    }

    /// The changes that withdraw some of its triggers, and go on after them.
    /// - Parameters:
    ///   - page: the triggers after the cursor.
    ///   - isLast: whether there are no more.
    /// - Returns: the changes of one group.
    public func withdrawing(_ page: [EntityTrigger], isLast: Bool) -> [Change] {
        let marks = page.filter(\.isToWithdraw).map { FiringChange.withdraw($0.id, .entityDeleted, at: at) }
        let move = Change.moveDeletion(entity, from: cursor, to: isLast ? nil : page.last?.id)
        return [move] + (marks.isEmpty ? [] : [.changeFirings(of: entity, marks)])
    }
}
