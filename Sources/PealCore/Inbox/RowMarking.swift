/// What a mark means for one notification: what its row says then, and what becomes of a push that has not left (R165).
public struct RowMarking: Sendable, Equatable {
    /// The notification as it was read.
    public let row: InboxRow
    /// What its row says after the mark; `nil` when nothing changes.
    public let marked: InboxState?
    /// Whether a push was stopped that had not left.
    public private(set) var isPushWithdrawn = false
    /// The changes to the push, in order.
    public private(set) var pushChanges: [PushChange] = []

    /// Plans a mark.
    public init(_ mark: InboxMark, of row: InboxRow, at now: Timestamp) {
        self.row = row
        let next = row.state.marked(mark, at: now)
        // What was cleared is restored where nothing else has hidden it since.
        let applies = mark == .restored ? !row.isHidden : !mark.needsShownRow || row.isShown
        marked = applies && next != row.state ? next : nil
        guard let marked, !marked.isPinned, row.isLive(at: now) else { return }
        switch mark {
        case .received, .unread, .restored: break
        case .seen:
            // Whoever opens the app has seen the list: that stops only a push that waited for the user to be away.
            if row.push?.own.state == .held, row.push?.own.holdStage == .device { withdrawPush(at: now) }
        case .read, .opened, .dismissed, .acknowledged, .deleted, .archived: withdrawPush(at: now)
        }
    }

    /// Plans what it means that the notification was read in another way, for example in the host app's own chat.
    ///
    /// One that the inbox does not show may have been pushed, and is read like the others.
    public init(readElsewhere row: InboxRow, at now: Timestamp) {
        self.row = row
        marked = row.state.removal != nil || row.state.readAt != nil ? nil : row.state.marked(.read, at: now)
        withdrawPush(at: now)
    }

    /// Plans what it means that what the notification is about is over: it is read, and an alert is not pinned any more.
    public init(resolved row: InboxRow, at now: Timestamp) {
        self.row = row
        let next = row.state.isAlert ? row.state.marked(.acknowledged, at: now) : row.state.marked(.read, at: now)
        marked = row.state.removal != nil || next == row.state ? nil : next
        withdrawPush(at: now)
    }

    /// Whether the user's inbox changes: that a device has received a push changes nothing there.
    public var changesInbox: Bool {
        guard let marked else { return false }
        var before = row.state
        before.receivedAt = marked.receivedAt
        return before != marked
    }

    private mutating func withdrawPush(at now: Timestamp) {
        guard let push = row.push else { return }
        let plan = ResolvedElsewhere(of: push, now: now)
        isPushWithdrawn = plan.isWithdrawn
        pushChanges = plan.changes
    }
}

extension InboxRow {
    /// Whether its push may still be sent: what is held is decided again, and ends there when it has expired.
    fileprivate func isLive(at now: Timestamp) -> Bool { push?.own.state == .held || expiresAt > now }
}

/// A change to a user's inbox.
public enum InboxUpdate: Sendable, Equatable {
    /// Changes what was done with a notification. Expects it to be the user's and in the state it was read in.
    ///
    /// The events name the device that the user acted on.
    case mark(NotificationID, from: InboxState, to: InboxState, on: DeviceID?)
    /// Tells readers of the event log that the inbox has changed, with the version that its badge has after the changes
    /// before.
    case announce
    /// Ends the wait for confirmations of all pushes that the user has: they made a call (R147).
    case endConfirmations
}
