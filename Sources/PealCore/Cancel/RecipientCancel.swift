/// What a cancel means for one recipient: how it counts, and what changes.
public struct RecipientCancel: Sendable, Equatable {
    /// Whether the recipient gets nothing because of it, neither a push nor anything in a channel.
    public private(set) var isCancelled = false
    /// Whether a push, or what a channel sends, was handed out before.
    public private(set) var isTooLate = false
    /// What changes of pushes, in order.
    public private(set) var changes: [PushChange] = []
    /// What ends what waits in channels; `nil` when nothing does.
    public private(set) var channels: ChannelChange?

    /// Plans the cancel.
    /// - Parameters:
    ///   - recipient: the recipient's push as it is.
    ///   - cause: why a change of the entity withdrew the trigger; the trace names it.
    ///   - now: when items of a digest wait again.
    public init(of recipient: RecipientPush, cause: FiringReason?, now: Timestamp) {
        isCancelled = recipient.reach == .waiting
        isTooLate = recipient.reach == .handedOut
        let own = recipient.own
        let event = cause == .entityDeleted ? PushMachine.Event.entityDeleted : PushMachine.Event.cancelled
        if recipient.channels.contains(where: { $0.state == .pending }) {
            channels = .cancel(own.id, event(false).reason ?? .cancelled, at: now)
        }
        guard let progress = recipient.progress else { return }
        let endsPush = progress == .waiting
        if endsPush {
            changes += recipient.leavingDigest(at: now)
        } else if own.isRepresented {
            // A digest that was already sent is not changed.
            return
        }
        let reason = event(false).reason
        let step = endsPush ? cause.map { Trace.Step(.route, .stop, reason, .revoked($0)) } : nil
        // What an entity's change withdraws before a device has it is suppressed, also when tried: as a late push,
        // and so that its user is reminded again.
        let handedOut = cause == nil ? nil : !endsPush
        changes += own.ending(on: event, handedOut: handedOut, Trace(step.map { [$0] } ?? []))
    }
}

extension RecipientPush {
    /// Takes the notification out of the digests it stands for or is part of; their other items wait in their windows
    /// again, which close with another representative and the right count.
    func leavingDigest(at now: Timestamp) -> [PushChange] {
        guard own.isRepresented || own.isRepresentative else { return [] }
        var changes = returningItems(of: own.id, at: now)
        guard own.isRepresented, let representative = representatives.first, representative.tells(of: own),
            representative.canBeReopened
        else { return changes }
        if representative.isSummary {
            changes.append(.endSummary(representative.id, at: now, .leftSummary))
            return changes + returningItems(of: representative.id, at: now)
        }
        if representative.state == .sending {
            changes.append(.deleteDeliveries(representative.id, count: representative.deliveries.count))
        }
        let isOpen = representative.state == .digested
        changes.append(
            .reopenDigest(
                representative.id,
                from: representative.state,
                until: isOpen ? representative.heldUntil : now,
                isOpen ? Trace() : representative.waitsAgain
            )
        )
        return changes + returningItems(of: representative.id, at: now)
    }
}

extension PushRecord {
    /// Ends the push on an event that needs to know whether it was handed out: by default, whether any device was tried.
    func ending(
        on event: (_ handedOut: Bool) -> PushMachine.Event,
        handedOut: Bool? = nil,
        _ trace: Trace
    ) -> [PushChange] {
        let event = event(handedOut ?? !hasNotLeft)
        guard let next = PushMachine.next(state, on: event), let reason = event.reason else { return [] }
        let waiting = deliveries.count { $0.state == .pending }
        let stop = PushChange.cancelDeliveries(id, count: waiting, reason)
        return (waiting > 0 ? [stop] : []) + [.end(id, from: state, to: next, reason, trace)]
    }
}
