public import PealCore

/// Makes changes that were planned from facts read before.
public protocol ChangeStore: Sendable {
    /// Makes groups of changes in one transaction, which is on disk when this returns.
    ///
    /// A group sees what the groups before it changed. One whose guard fails is rolled back without the others: its
    /// facts are outdated, and whoever planned it reads again and plans again.
    /// - Throws: ``StoreError`` when nothing of all groups was written.
    func apply(_ groups: [ChangeGroup]) async throws -> [GroupResult]

    /// Makes groups of changes in one transaction, all of them or none, for what several apps share.
    /// - Returns: whether every guard held.
    /// - Throws: ``StoreError`` when nothing was written.
    func applyTogether(_ groups: [ChangeGroup]) async throws -> Bool
}

/// What became of a group.
public enum GroupResult: Sendable, Equatable {
    /// Every guard held: what the changes found out, in order.
    case applied([ChangeValue])
    /// The guards that did not hold, by the index of their change; nothing of the group was written.
    case failed([Int])

    /// Whether the group was written.
    public var isApplied: Bool { if case .applied = self { true } else { false } }
}

/// What a change found out while it was made.
public enum ChangeValue: Sendable, Equatable {
    /// How many recipients nobody had decided about.
    case undecided(Int)
    /// How many devices are in service again.
    case restored(Int)
    /// What is known of an audience.
    case reach(AudienceQuestion, AudienceReach)
}
