/// What a change of a user's choices writes.
public struct PreferencePlan: Sendable, Equatable {
    /// The choices as they were read.
    public let before: Preferences
    /// The choices to be stored, under the next version when they choose something else.
    public let after: Preferences
    /// Whether other choices hold then; otherwise only the instants are other ones, which no event reports.
    public let isChange: Bool
    /// How the counts of users who want no pushes of a category change.
    public let optOuts: [CategoryID: Int]

    /// Plans it; `nil` when nothing changes.
    public init?(from before: Preferences, to after: Preferences, at now: Timestamp) {
        guard after != before else { return nil }
        self.before = before
        var next = after
        isChange = !after.chooses(as: before)
        next.version = before.version + (isChange ? 1 : 0)
        next.updatedAt = isChange ? now : before.updatedAt
        self.after = next
        optOuts = before.optOuts(to: next)
    }

    /// What its event says: the categories whose choices differ.
    public var detail: EventDetail {
        let categories = Set(before.categories.keys).union(after.categories.keys)
        let changed = categories.filter { !before.chooses(as: after, in: $0) }.sorted()
        let at = after.updatedAt ?? Timestamp(milliseconds: 0)
        let hasGlobalChange = before.global.compactMapValues(\.value) != after.global.compactMapValues(\.value)
        return .chosen(changed, global: hasGlobalChange, at: at)
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

/// A change to what a user chose or muted.
public enum PreferenceUpdate: Sendable, Equatable {
    /// Stores choices, and counts opt-outs. Expects the choices to be as they were read.
    case choose(PreferencePlan)
    /// Lets pushes that wait be decided again now. Expects what waits to be as it was read.
    case reevaluate(HeldReevaluation)
    /// Stores a mute and deletes others. Expects the mutes to be as they were read.
    case mute(MutePlan)
    /// Deletes a mute. Expects it to be there.
    case unmute(MuteID)
}
