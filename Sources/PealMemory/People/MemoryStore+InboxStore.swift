public import PealCore
public import PealStore

extension MemoryStore: InboxStore {
    /// Shown rows, alerts first, then newest first.
    public func inbox(
        of user: UserID,
        app: AppID,
        filter: InboxFilter,
        page: PageRequest
    ) async throws -> Page<InboxItem> {
        read(app) { rows in
            let shown = rows.notifications.rows(in: .user(user)).reversed().filter { $0.isShown && $0.matches(filter) }
            let ordered = shown.filter(\.isAlert) + shown.filter { !$0.isAlert }
            let start = page.after.flatMap(InboxPlace.init)
            let next = ordered.filter { row in start.map { $0 < InboxPlace(of: row) } ?? true }
            return Page(
                next.dropFirst(filter.offset),
                limit: page.limit,
                token: { InboxPlace(isAlert: $0.isAlert, id: $0.id).token },
                { rows.item($0) }
            )
        }
    }

    /// Every row held of the user, newest first.
    public func heldItems(of user: UserID, app: AppID, page: PageRequest) async throws -> Page<InboxItem> {
        read(app) { rows in
            let keys = rows.notifications.keys(in: .user(user)).before(NotificationID(token: page.after)).reversed()
            return Page(keys, limit: page.limit, token: \.id.token) { id in
                guard let row = rows.notifications[id], var item = rows.item(row) else { return nil }
                item.isShown = row.isShown
                return item
            }
        }
    }

    /// One shown row of the user.
    public func item(_ id: NotificationID, of user: UserID, app: AppID) async throws -> InboxItem? {
        read(app) { $0.item(id, of: user, onlyShown: true) }
    }

    /// Counts and the badge, less the rows decided before `since`.
    public func counts(of user: UserID, app: AppID, since: Timestamp?) async throws -> InboxCounts {
        read(app) { rows in
            var counts = rows.badge(of: user)
            guard let since, counts.unread > 0 else { return counts }
            let old = rows.notifications.rows(in: .user(user)).filter { $0.isShown && $0.createdAt < since }
            counts.unread -= old.count { $0.readAt == nil }
            counts.unseen -= old.count { $0.seenAt == nil }
            return counts
        }
    }

    /// Marks one row; `nil` when the user has no such row.
    public func mark(
        _ id: NotificationID,
        of user: UserID,
        app: AppID,
        as mark: InboxMark,
        by act: InboxAct
    ) async throws -> InboxItem? {
        try await write(app) { rows in
            let needsRow = ![.received, .opened, .dismissed].contains(mark)
            guard let before = rows.item(id, of: user, onlyShown: needsRow) else { return nil }
            _ = rows.mark(as: mark, of: user, by: act) { $0.id == id && $0.isChanged(by: mark) }
            // A removed row is answered as it was.
            return rows.item(id, of: user, onlyShown: needsRow) ?? before
        }
    }

    /// Marks every row that is not yet; returns how many changed.
    public func markAll(of user: UserID, app: AppID, as mark: InboxMark, by act: InboxAct) async throws -> Int {
        try await write(app) { rows in
            // Alerts are pinned until acknowledged, so clearing passes them by (R147).
            let passesAlerts = mark == .deleted || mark == .archived
            return rows.mark(as: mark, of: user, by: act) { row in
                row.isChanged(by: mark) && !(passesAlerts && row.isAlert)
            }.count
        }
    }

    /// Marks a thread read because it was read elsewhere, and cancels pushes of it that are held or pending (R165).
    public func resolve(thread: String, of user: UserID, app: AppID, by act: InboxAct) async throws -> ResolveReport {
        try await write(app) { rows in
            let ofThread = rows.notifications.rows(in: .user(user)).filter { $0.content.thread.isSame(as: thread) }
            var report = ResolveReport(read: 0, cancelled: 0)
            for row in ofThread where rows.isPushing(row) && rows.stop(row.id, now: act.now) { report.cancelled += 1 }
            // Rows that the inbox hides were pushed perhaps, and are read like the others.
            let touched = rows.mark(as: .read, of: user, by: act) { row in
                row.content.thread.isSame(as: thread) && row.removal == nil && row.readAt == nil
            }
            report.read = touched.count { $0.inApp == .show }
            return report
        }
    }
}

/// A place in an inbox: alerts come first, newest first in both parts.
private struct InboxPlace: Comparable {
    var isAlert: Bool
    var id: NotificationID

    init(isAlert: Bool, id: NotificationID) {
        self.isAlert = isAlert
        self.id = id
    }

    init(of row: NotificationRow) { self.init(isAlert: row.isAlert, id: row.id) }

    init?(token: String) {
        guard let id = NotificationID(token: String(token.dropFirst())), "an".contains(token.prefix(1)) else {
            return nil
        }
        self.init(isAlert: token.hasPrefix("a"), id: id)
    }

    var token: String { (isAlert ? "a" : "n") + id.token }

    static func < (left: Self, right: Self) -> Bool {
        left.isAlert != right.isAlert ? left.isAlert : left.id > right.id
    }
}

extension NotificationRow {
    fileprivate func matches(_ filter: InboxFilter) -> Bool {
        (filter.isRead.map { $0 == (readAt != nil) } ?? true) && (filter.category.map { $0 == category } ?? true)
            && (filter.thread.map { content.thread.isSame(as: $0) } ?? true)
            && (filter.since.map { createdAt >= $0 } ?? true)
    }
}
