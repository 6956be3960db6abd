public import PealCore
public import PealEngine
public import PealStore

/// Marks as users make them, for tests that need a marked row.
extension InboxStore where Self: DeliveryStore & ChangeStore {
    /// Marks one row by the use case.
    public func mark(
        _ id: NotificationID,
        of user: UserID,
        app: AppID,
        as mark: InboxMark,
        by act: InboxAct
    ) async throws -> InboxItem? {
        try await MarkInbox(store: self).mark(id, of: user, app: app, as: mark, by: act)
    }

    /// Marks one row at an instant.
    public func mark(
        _ id: NotificationID,
        of user: UserID,
        app: AppID,
        as mark: InboxMark,
        now: Timestamp
    ) async throws -> InboxItem? {
        try await self.mark(id, of: user, app: app, as: mark, by: InboxAct(now: now))
    }

    /// Marks all rows at an instant.
    public func markAll(of user: UserID, app: AppID, as mark: InboxMark, now: Timestamp) async throws -> Int {
        try await MarkInbox(store: self).markAll(of: user, app: app, as: mark, by: InboxAct(now: now))
    }

    /// Resolves a thread at an instant.
    public func resolve(thread: String, of user: UserID, app: AppID, now: Timestamp) async throws -> ResolveReport {
        try await MarkInbox(store: self).resolve(thread: thread, of: user, app: app, by: InboxAct(now: now))
    }
}
