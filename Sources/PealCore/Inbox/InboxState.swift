/// What a user has done with a notification so far.
public struct InboxState: Sendable, Equatable {
    /// When the user saw it.
    public var seenAt: Timestamp?
    /// When the user read it.
    public var readAt: Timestamp?
    /// When a device reported its push.
    public var receivedAt: Timestamp?
    /// When it was opened from its push.
    public var openedAt: Timestamp?
    /// When its push was dismissed.
    public var dismissedAt: Timestamp?
    /// When it was acknowledged.
    public var acknowledgedAt: Timestamp?
    /// When it was removed from the inbox, and how.
    public var removal: Removal?
    /// Whether it is an alert, pinned until it is acknowledged (R147).
    public var isAlert: Bool

    /// How a row left the inbox.
    public struct Removal: Sendable, Equatable {
        /// Who removed it.
        public enum Kind: String, Sendable {
            case deleted, archived, expired
        }

        /// How.
        public var kind: Kind
        /// When.
        public var at: Timestamp

        /// States a removal.
        public init(_ kind: Kind, at: Timestamp) {
            self.kind = kind
            self.at = at
        }
    }

    /// States what was done; what is left out was not.
    public init(
        seenAt: Timestamp? = nil,
        readAt: Timestamp? = nil,
        receivedAt: Timestamp? = nil,
        openedAt: Timestamp? = nil,
        dismissedAt: Timestamp? = nil,
        acknowledgedAt: Timestamp? = nil,
        removal: Removal? = nil,
        isAlert: Bool = false
    ) {
        self.seenAt = seenAt
        self.readAt = readAt
        self.receivedAt = receivedAt
        self.openedAt = openedAt
        self.dismissedAt = dismissedAt
        self.acknowledgedAt = acknowledgedAt
        self.removal = removal
        self.isAlert = isAlert
    }

    /// Whether it stays on every screen until it is acknowledged.
    public var isPinned: Bool { isAlert && removal == nil }
}

extension InboxState {
    /// The state after a mark; the same state when the mark says nothing new.
    public func marked(_ mark: InboxMark, at now: Timestamp) -> InboxState {
        var next = self
        switch mark {
        case .seen: next.see(at: now)
        case .read: next.read(at: now)
        case .unread: next.readAt = nil
        case .received: next.receivedAt = receivedAt ?? now
        case .opened:
            next.openedAt = openedAt ?? now
            next.read(at: now)
        case .dismissed:
            next.dismissedAt = dismissedAt ?? now
            if dismissedAt == nil { next.see(at: now) }
        case .acknowledged:
            next.acknowledgedAt = acknowledgedAt ?? now
            next.isAlert = false
            next.read(at: now)
        case .deleted: next.removal = removal ?? Removal(.deleted, at: now)
        case .archived: next.removal = removal ?? Removal(.archived, at: now)
        case .restored: if removal?.kind == .archived { next.removal = nil }
        }
        return next
    }

    private mutating func see(at now: Timestamp) { seenAt = seenAt ?? now }

    private mutating func read(at now: Timestamp) {
        see(at: now)
        readAt = readAt ?? now
    }

    /// When a device first confirmed its push: it was received, or opened.
    private var confirmedAt: Timestamp? { receivedAt ?? openedAt }

    /// What an event of a kind says about the change to this state.
    public func detail(of kind: EventKind) -> EventDetail {
        switch kind {
        case .notificationReceived: confirmedAt.map { .at($0) } ?? .none
        case .notificationOpened: openedAt.map { .at($0) } ?? .none
        default: .none
        }
    }

    /// What other readers are to know about the change to another state.
    public func events(to next: InboxState) -> [EventKind] {
        var kinds: [EventKind] = []
        if seenAt == nil, next.seenAt != nil { kinds.append(.notificationSeen) }
        if confirmedAt == nil, next.confirmedAt != nil { kinds.append(.notificationReceived) }
        if openedAt == nil, next.openedAt != nil { kinds.append(.notificationOpened) }
        if readAt == nil, next.readAt != nil { kinds.append(.notificationRead) }
        if readAt != nil, next.readAt == nil { kinds.append(.notificationUnread) }
        if removal == nil, next.removal != nil { kinds.append(.notificationRemoved) }
        if removal != nil, next.removal == nil { kinds.append(.notificationRestored) }
        return kinds
    }
}
