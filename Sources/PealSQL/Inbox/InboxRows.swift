import PealCore

/// Reads and writes what a user has done with notifications.
///
/// The badge follows by the schema's own triggers.
struct InboxRows {
    var app: AppID
    var user: UserID

    func read(_ selection: InboxSelection, before last: NotificationID?, limit: Int, _ db: SQLConnection) throws
        -> [InboxRow]
    {
        let columns = "\(InboxState.columns), n.id, n.in_app_reason, n.expires_at, n.push, n.push_reason"
        let key: [SQLValue] = [app.bound, user.rawValue]
        let rows: [InboxRow]
        if case .one(let id) = selection {
            rows = try db.all(
                "SELECT \(columns) FROM notification n WHERE n.app = ? AND n.user_id = ? AND n.id = ?",
                key + [id.blob],
                row
            )
        } else {
            rows = try db.all(
                """
                SELECT \(columns) FROM notification n
                WHERE n.app = ? AND n.user_id = ? AND n.id < ? AND \(selection.condition)
                ORDER BY n.id DESC LIMIT ?
                """,
                key + [last?.blob ?? .highest] + selection.bindings + [limit],
                row
            )
        }
        return try rows.map { row in
            guard row.push != nil else { return row }
            var row = row
            row.push = try PushRecordRows(app: app).recipient(row.id, db)
            return row
        }
    }

    /// Where the push may be stopped it is read with what belongs to it, afterwards.
    private func row(_ row: SQLRow) throws -> InboxRow {
        let base = InboxState.width
        let id: NotificationID = try row.id(base)
        let state = try PushState(stored: try row.text(base + 3), reason: try row.optionalWord(base + 4))
        return InboxRow(
            id: id,
            state: try InboxState(row: row),
            isHidden: !row.hasNull(atIndex: base + 1),
            expiresAt: try row.time(base + 2),
            push: state.mayBeResolved ? RecipientPush(user: user, own: PushRecord(id: id, state: state)) : nil
        )
    }

    func write(_ update: InboxUpdate, _ events: inout EventBatch, _ db: SQLConnection) throws {
        switch update {
        case .mark(let id, from: let old, to: let new, on: let device):
            try mark(id, from: old, to: new, db)
            let subject = device.map { Event.Subject.delivery(DeliveryID(notification: id, device: $0)) }
            for kind in old.events(to: new) {
                events.add(kind, app: app, user: user, subject ?? .notification(id), new.detail(of: kind))
            }
        case .announce: try events.addInbox(of: user, app: app, db)
        case .endConfirmations: try ConfirmationRows.end(of: user, app: app, db)
        }
    }

    private func mark(_ id: NotificationID, from old: InboxState, to new: InboxState, _ db: SQLConnection) throws {
        try db.run(
            """
            UPDATE notification SET seen_at = ?, read_at = ?, received_at = ?, opened_at = ?, dismissed_at = ?,
                acknowledged_at = ?, removal = ?, removed_at = ?, is_alert = ?
            WHERE seen_at {same} ? AND read_at {same} ? AND received_at {same} ? AND opened_at {same} ? AND dismissed_at {same} ?
                AND acknowledged_at {same} ? AND removal {same} ? AND removed_at {same} ? AND is_alert = ?
                AND app = ? AND id = ? AND user_id = ?
            """,
            new.bindings + old.bindings + [app.bound, id.blob, user.rawValue]
        ).orFail()
    }
}

extension InboxSelection {
    /// Which rows (`n`) are selected.
    fileprivate var condition: String {
        switch self {
        case .one: "n.id = ?"
        // What was not seen was not read either.
        case .unseen(let scope):
            "n.seen_at IS NULL AND \(PartialIndex.unread.of("n"))\(scope.condition)"
        case .unread(let scope): "\(PartialIndex.unread.of("n"))\(scope.condition)"
        case .shown(let scope): "\(InboxItem.shown)\(scope.condition)"
        case .archived(let scope):
            "n.in_app_reason IS NULL AND \(PartialIndex.archived.of("n"))\(scope.condition)"
        // What was read before may still wait where it was an alert, which stays until it is acknowledged.
        case .open: "n.thread = ? AND (n.read_at IS NULL OR n.is_alert = 1 OR n.held_until IS NOT NULL)"
        }
    }

    fileprivate var bindings: [SQLValue] {
        switch self {
        case .one(let id): [id.blob]
        case .unseen(let scope), .unread(let scope), .shown(let scope), .archived(let scope): scope.bindings
        case .open(let thread): [thread]
        }
    }
}

extension InboxScope {
    /// The bounds that are set, each after an `AND`.
    fileprivate var condition: String {
        var terms = [""]
        // What is unread or archived is found by that: the `+` keeps the category from choosing another index.
        if category != nil { terms.append("{unindexed n.category} = ?") }
        if thread != nil { terms.append("n.thread = ?") }
        // "@" is the character after "?".
        if link != nil { terms.append("(n.link = ? OR (n.link >= ? AND n.link < ?))") }
        if since != nil { terms.append("n.created_at >= ?") }
        if before != nil { terms.append("n.created_at < ?") }
        if entity != nil {
            terms.append(
                """
                EXISTS (SELECT 1 FROM trigger t WHERE t.app = n.app AND t.id = n.trigger_id AND t.entity_type = ?
                    AND t.entity_id = ?)
                """
            )
        }
        return terms.joined(separator: " AND ")
    }

    /// What the bounds are bound to, in the same order.
    fileprivate var bindings: [SQLValue] {
        var bindings: [SQLValue] = []
        if let category { bindings.append(category.rawValue) }
        if let thread { bindings.append(thread) }
        if let link { bindings += [link, link + "?", link + "@"] as [SQLValue] }
        if let since { bindings.append(since.milliseconds) }
        if let before { bindings.append(before.milliseconds) }
        if let entity { bindings += [entity.type.rawValue, entity.id] as [SQLValue] }
        return bindings
    }
}

extension InboxState {
    /// What ``init(row:)`` reads, of a notification `n`.
    static let columns = """
        n.seen_at, n.read_at, n.received_at, n.opened_at, n.dismissed_at, n.acknowledged_at, n.removal, n.removed_at,
        n.is_alert
        """
    /// How many columns they are.
    static let width = 9

    init(row: SQLRow) throws {
        let kind: Removal.Kind? = try row.optionalWord(6)
        let removedAt = try row.optionalTime(7)
        self.init(
            seenAt: try row.optionalTime(0),
            readAt: try row.optionalTime(1),
            receivedAt: try row.optionalTime(2),
            openedAt: try row.optionalTime(3),
            dismissedAt: try row.optionalTime(4),
            acknowledgedAt: try row.optionalTime(5),
            removal: kind.flatMap { kind in removedAt.map { Removal(kind, at: $0) } },
            isAlert: try row.flag(8)
        )
    }

    fileprivate var bindings: [SQLValue] {
        [
            seenAt?.milliseconds, readAt?.milliseconds, receivedAt?.milliseconds, openedAt?.milliseconds,
            dismissedAt?.milliseconds, acknowledgedAt?.milliseconds, removal?.kind.rawValue, removal?.at.milliseconds,
            isAlert ? 1 : 0,
        ]
    }
}
