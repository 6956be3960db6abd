public import PealCore
public import PealStore

/// Marks notifications, and stops pushes of them that have not left (R165).
///
/// The marks are planned from facts. What changed meanwhile, for example a delivery that was leased, makes a guard fail,
/// and the same notifications are read and planned again, fewer at a time. Other devices learn of it from the event log.
public struct MarkInbox: Sendable {
    private let store: any InboxStore & DeliveryStore & ChangeStore

    /// Notifications of one transaction at most.
    private static let pageSize = 100

    /// Wires the use case.
    public init(store: any InboxStore & DeliveryStore & ChangeStore) { self.store = store }

    /// Marks one notification; marking it again changes nothing.
    /// - Parameters:
    ///   - id: the notification.
    ///   - user: its user.
    ///   - app: its app.
    ///   - mark: the mark.
    ///   - act: when, and on which device.
    /// - Returns: the row after the mark, or as it was before its removal; `nil` when the user has no such row.
    /// - Throws: ``StoreError``.
    public func mark(
        _ id: NotificationID,
        of user: UserID,
        app: AppID,
        as mark: InboxMark,
        by act: InboxAct
    ) async throws -> InboxItem? {
        let includesHidden = !mark.needsShownRow
        let before = mark.isRemoval ? try await store.item(id, of: user, app: app) : nil
        if mark.isRemoval, before == nil { return nil }
        try await walk(.one(id), of: user, app: app, as: mark, by: act) { row in
            RowMarking(mark, of: row, at: act.now)
        } count: { _ in
        }
        if let before { return before }
        return try await store.item(id, of: user, app: app, includesHidden: includesHidden)
    }

    /// Marks the notifications of an inbox, as one is marked; alerts stay until they are acknowledged (R147).
    /// - Parameters:
    ///   - scope: which of them.
    ///   - user: the user.
    ///   - app: the app.
    ///   - mark: the mark.
    ///   - act: when, and on which device.
    /// - Returns: how many changed.
    /// - Throws: ``StoreError``; called again, it continues.
    public func markAll(
        in scope: InboxScope = .everything,
        of user: UserID,
        app: AppID,
        as mark: InboxMark,
        by act: InboxAct
    ) async throws -> Int {
        try await self.mark(InboxSelection(for: mark, in: scope), of: user, app: app, as: mark, by: act)
    }

    /// Marks some notifications of an inbox, as all of it is marked.
    /// - Parameters:
    ///   - ids: the notifications; those that the inbox does not show are passed over.
    ///   - user: the user.
    ///   - app: the app.
    ///   - mark: the mark.
    ///   - act: when, and on which device.
    /// - Returns: how many changed.
    /// - Throws: ``StoreError``; called again, it continues.
    public func markEach(
        _ ids: [NotificationID],
        of user: UserID,
        app: AppID,
        as mark: InboxMark,
        by act: InboxAct
    ) async throws -> Int {
        var changed = 0
        var rest = Set(ids).sorted(by: >)[...]
        var limit = Self.pageSize
        while !rest.isEmpty {
            let page = rest.prefix(limit)
            var rows: [InboxRow] = []
            for id in page { rows += try await store.rows(.one(id), of: user, app: app, before: nil, limit: 1) }
            let markings = rows.compactMap { Self.marking(mark, of: $0, at: act.now) }
            guard try await apply(markings, of: user, app: app, as: mark, by: act) else {
                limit = max(1, limit / 5)
                continue
            }
            changed += markings.count { $0.marked != nil }
            rest = rest.dropFirst(page.count)
            limit = Self.pageSize
        }
        return changed
    }

    /// What a mark of a part of an inbox means for a row; alerts stay until they are acknowledged (R147).
    private static func marking(_ mark: InboxMark, of row: InboxRow, at now: Timestamp) -> RowMarking? {
        mark.isRemoval && row.state.isAlert ? nil : RowMarking(mark, of: row, at: now)
    }

    private func mark(
        _ selection: InboxSelection,
        of user: UserID,
        app: AppID,
        as mark: InboxMark,
        by act: InboxAct
    ) async throws -> Int {
        var changed = 0
        try await walk(selection, of: user, app: app, as: mark, by: act) { row in
            Self.marking(mark, of: row, at: act.now)
        } count: { marking in
            if marking.marked != nil { changed += 1 }
        }
        return changed
    }

    /// Marks a thread as read because it was read elsewhere, and stops pushes of it that are held or pending (R165).
    /// - Parameters:
    ///   - thread: the thread.
    ///   - user: the user.
    ///   - app: the app.
    ///   - act: when, and on which device.
    /// - Returns: how many rows of the inbox were read, and how many pushes stopped.
    /// - Throws: ``StoreError``; called again, it continues.
    public func resolve(thread: String, of user: UserID, app: AppID, by act: InboxAct) async throws -> ResolveReport {
        var report = ResolveReport(read: 0, cancelled: 0)
        try await walk(.open(thread: thread), of: user, app: app, as: .read, by: act) { row in
            RowMarking(readElsewhere: row, at: act.now)
        } count: { marking in
            if marking.marked != nil, !marking.row.isHidden { report.read += 1 }
            if marking.isPushWithdrawn { report.cancelled += 1 }
        }
        return report
    }

    /// Plans and applies the marks of all selected notifications, page by page.
    private func walk(
        _ selection: InboxSelection,
        of user: UserID,
        app: AppID,
        as mark: InboxMark,
        by act: InboxAct,
        plan: (InboxRow) -> RowMarking?,
        count: (RowMarking) -> Void
    ) async throws {
        var last: NotificationID?
        var limit = Self.pageSize
        while true {
            let rows = try await store.rows(selection, of: user, app: app, before: last, limit: limit)
            let markings = rows.compactMap(plan)
            guard try await apply(markings, of: user, app: app, as: mark, by: act) else {
                // A single notification always gets through: its push has few attempts.
                limit = max(1, limit / 5)
                continue
            }
            markings.forEach(count)
            guard rows.count == limit, let next = rows.last?.id, selection != .one(next) else { return }
            last = next
            limit = Self.pageSize
        }
    }

    /// Whether the marks were applied.
    private func apply(
        _ markings: [RowMarking],
        of user: UserID,
        app: AppID,
        as mark: InboxMark,
        by act: InboxAct
    ) async throws -> Bool {
        var changes: [Change] = []
        if mark == .received { changes += try await confirmations(of: markings.map(\.row.id), app: app, by: act) }
        changes += Self.changes(of: markings, user: user, by: act)
        return changes.isEmpty ? true : try await store.applies(changes, to: app)
    }

    /// The changes that write marks, for a group that may have other changes before them.
    static func changes(of markings: [RowMarking], user: UserID, by act: InboxAct) -> [Change] {
        var changes: [Change] = []
        for marking in markings {
            if let push = marking.row.push, !marking.pushChanges.isEmpty { changes.append(.expect(push)) }
            if let marked = marking.marked {
                let update = InboxUpdate.mark(marking.row.id, from: marking.row.state, to: marked, on: act.device)
                changes.append(.inbox(update, of: user))
            }
            changes += marking.pushChanges.map { .push($0, of: user) }
        }
        if markings.contains(where: \.changesInbox) { changes.append(.inbox(.announce, of: user)) }
        return changes
    }

    /// What keeps that devices have confirmed pushes (R147).
    private func confirmations(of ids: [NotificationID], app: AppID, by act: InboxAct) async throws -> [Change] {
        let facts = try await store.outcomeFacts(of: Set(ids), devices: [], app: app)
        return ids.compactMap { id in
            facts.notifications[id]?.confirmingDevice(named: act.device).map { device in
                .delivery(.confirm(DeliveryID(notification: id, device: device), at: act.now))
            }
        }
    }
}
