package import PealCore

/// A trigger with how far its fan-out, cancel, withdrawal and retraction have come.
package struct TriggerRow: TableRow, Equatable {
    /// The trigger, with empty `data`.
    package var trigger: Trigger
    package var sealedData: [UInt8]
    /// The parent of its entity when it was accepted.
    package var parent: EntityRef?
    /// The outermost ancestor of its entity when it was accepted.
    package var root: EntityRef?
    var claimKey: TextKey?
    package var urgency: Priority
    /// Where its caller was in a trace.
    var traceParent: TraceParent?
    package var phase = TriggerState.Phase.waiting
    package var cursor: UserID?
    package var cancel: Cancel?
    /// Until when a claim held that a cancel released.
    package var claimUntil: Timestamp?
    package var withdrawal: Withdrawal?
    var localPass = LocalPass.none

    /// The answer of a cancel, and how far it has come.
    package struct Cancel: Equatable {
        package var at: Timestamp
        package var report: CancelReport
        package var cursor: UserID?
    }

    /// Since when and why its entity does not ask for it any more, and how far that has come.
    package struct Withdrawal: Equatable {
        package var at: Timestamp
        package var reason: FiringReason
        package var cursor: UserID?
        /// How far its inbox rows are retracted since it fired again.
        package var retracted: UserID?
    }

    enum Group: Hashable {
        case open
        case cancelKey(TextKey)
        case cancelling, withdrawing, retracting
        case localTime, joinable
        case about(EntityRef)
    }

    /// Before it is due at another instant: it stays open for as long after that.
    mutating func shiftOpening(to dueAt: Timestamp) {
        trigger.openUntil = trigger.openUntil.map { $0 + (dueAt - trigger.dueAt) }
    }

    var key: TriggerID { trigger.id }
    var isOpen: Bool { phase != .finished && cancel == nil }
    var state: TriggerState { cancel == nil ? TriggerState(phase) : .cancelled(phase) }

    var groups: [Group] {
        var groups: [Group] = isOpen ? [.open] : []
        if let entity = trigger.entity { groups.append(.about(entity)) }
        if let key = trigger.cancelKey { groups.append(.cancelKey(TextKey(key))) }
        if cancel?.cursor != nil { groups.append(.cancelling) }
        if withdrawal?.cursor != nil { groups.append(.withdrawing) }
        if withdrawal?.retracted != nil { groups.append(.retracting) }
        if localPass != .none { groups.append(.localTime) }
        if isOpen, trigger.openUntil != nil { groups.append(.joinable) }
        return groups
    }
}
