import PealCore
import PealStore

/// A trigger with how far its fan-out, cancel, withdrawal and retraction have come.
struct TriggerRow: TableRow, Equatable {
    /// The trigger, with empty `data`.
    var trigger: Trigger
    var sealedData: [UInt8]
    /// The parent of its entity when it was accepted.
    var parent: EntityRef?
    var claimKey: TextKey?
    var urgency: Priority
    var phase = TriggerState.Phase.waiting
    var cursor: UserID?
    var cancel: Cancel?
    /// Until when a claim held that a cancel released.
    var claimUntil: Timestamp?
    var withdrawal: Withdrawal?
    var localPass = LocalPass.none

    /// The answer of a cancel, and how far it has come.
    struct Cancel: Equatable {
        var at: Timestamp
        var report: CancelReport
        var cursor: UserID?
    }

    /// Since when and why its entity does not ask for it any more, and how far that has come.
    struct Withdrawal: Equatable {
        var at: Timestamp
        var reason: FiringReason
        var cursor: UserID?
        /// How far its inbox rows are retracted since it fired again.
        var retracted: UserID?
    }

    enum Group: Hashable {
        case open
        case cancelKey(TextKey)
        case cancelling, withdrawing, retracting
        case localTime
    }

    var key: TriggerID { trigger.id }
    var isOpen: Bool { phase != .finished && cancel == nil }
    var state: TriggerState { cancel == nil ? TriggerState(phase) : .cancelled(phase) }

    var groups: [Group] {
        var groups: [Group] = isOpen ? [.open] : []
        if let key = trigger.cancelKey { groups.append(.cancelKey(TextKey(key))) }
        if cancel?.cursor != nil { groups.append(.cancelling) }
        if withdrawal?.cursor != nil { groups.append(.withdrawing) }
        if withdrawal?.retracted != nil { groups.append(.retracting) }
        if localPass != .none { groups.append(.localTime) }
        return groups
    }
}
