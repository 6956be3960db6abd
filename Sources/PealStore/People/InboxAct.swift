public import PealCore

/// An act on an inbox: when, and what the person's other devices are to hear of it (R165, R172).
public struct InboxAct: Sendable, Equatable {
    /// When.
    public var now: Timestamp
    /// The device the person acts on, where the call names it: it knows already.
    public var device: DeviceID?
    /// The number whose change is told.
    public var badge: BadgeRule
    /// How long it is worth telling.
    public var lifetime: Duration

    /// Joins the parts.
    public init(
        now: Timestamp,
        device: DeviceID? = nil,
        badge: BadgeRule = .unseen,
        lifetime: Duration = .seconds(3600)
    ) {
        self.now = now
        self.device = device
        self.badge = badge
        self.lifetime = lifetime
    }
}

extension InboxStore {
    /// Marks one row for an act on no device in particular.
    public func mark(
        _ id: NotificationID,
        of user: UserID,
        app: AppID,
        as mark: InboxMark,
        now: Timestamp
    ) async throws -> InboxItem? {
        try await self.mark(id, of: user, app: app, as: mark, by: InboxAct(now: now))
    }

    /// Marks all rows for an act on no device in particular.
    public func markAll(of user: UserID, app: AppID, as mark: InboxMark, now: Timestamp) async throws -> Int {
        try await markAll(of: user, app: app, as: mark, by: InboxAct(now: now))
    }

    /// Resolves a thread for an act on no device in particular.
    public func resolve(thread: String, of user: UserID, app: AppID, now: Timestamp) async throws -> ResolveReport {
        try await resolve(thread: thread, of: user, app: app, by: InboxAct(now: now))
    }
}
