/// What a change of a user's choices writes.
public struct PreferencePlan: Sendable, Equatable {
    /// The choices as they were read.
    public let before: Preferences
    /// The choices to be stored, under the next version.
    public let after: Preferences
    /// How the counts of users who want no pushes of a category change.
    public let optOuts: [CategoryID: Int]

    /// Plans it; `nil` when nothing changes.
    public init?(from before: Preferences, to after: Preferences, at now: Timestamp) {
        guard after != before else { return nil }
        self.before = before
        var next = after
        next.version = before.version + 1
        next.updatedAt = now
        self.after = next
        optOuts = before.optOuts(to: next)
    }

    /// What its event says: the categories whose choices differ.
    public var detail: EventDetail {
        let categories = Set(before.categories.keys).union(after.categories.keys)
        let changed = categories.filter { before.categories[$0] != after.categories[$0] }.sorted()
        let at = after.updatedAt ?? Timestamp(milliseconds: 0)
        return .chosen(changed, global: before.global != after.global, at: at)
    }
}

extension Preferences {
    /// How the counts of users who want no pushes of a category change when these choices become others.
    public func optOuts(to next: Preferences) -> [CategoryID: Int] {
        let (old, new) = (withoutPush, next.withoutPush)
        let added = new.subtracting(old).map { ($0, 1) }
        return Dictionary(added + old.subtracting(new).map { ($0, -1) }) { first, _ in first }
    }
}
