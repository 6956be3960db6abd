public import PealCore

/// Keeps what users got, with `seen` and `read` apart.
public protocol InboxStore: Sendable {
    /// Shown rows, alerts first on the first page, then newest first.
    func inbox(of user: UserID, app: AppID, filter: InboxFilter, page: PageRequest) async throws -> Page<InboxItem>

    /// Every row held of the user, newest first: hidden and removed ones too.
    func heldItems(of user: UserID, app: AppID, page: PageRequest) async throws -> Page<InboxItem>

    /// One row of the user, if the inbox shows it or hidden ones count too.
    func item(_ id: NotificationID, of user: UserID, app: AppID, includesHidden: Bool) async throws -> InboxItem?

    /// Some shown rows and the counts of several users, at one instant.
    /// - Parameters:
    ///   - requests: the users, each with the rows to read; the caller bounds both.
    ///   - app: their app.
    ///   - since: rows decided before are not counted, unless they are alerts.
    /// - Returns: an excerpt for each request, in their order.
    /// - Throws: ``StoreError``.
    func excerpts(_ requests: [InboxRequest], app: AppID, since: Timestamp?) async throws -> [InboxExcerpt]

    /// Counts and the badge; rows decided before `since` are not counted, unless they are alerts (R147, R186).
    func counts(of user: UserID, app: AppID, since: Timestamp?) async throws -> InboxCounts

    /// Counts of shown rows that were not read, by category or thread, the newest first; rows decided before `since` are not
    /// counted, unless they are alerts, nor those without a thread.
    func counts(of user: UserID, app: AppID, by grouping: InboxGrouping, since: Timestamp?, limit: Int) async throws
        -> [InboxGroupCount]

    /// What marks of a user's notifications are planned from, the newest first, before one.
    func rows(_ selection: InboxSelection, of user: UserID, app: AppID, before last: NotificationID?, limit: Int)
        async throws -> [InboxRow]
}

extension InboxStore {
    /// One row of the user that the inbox shows.
    public func item(_ id: NotificationID, of user: UserID, app: AppID) async throws -> InboxItem? {
        try await item(id, of: user, app: app, includesHidden: false)
    }

    /// Counts and the badge, of rows of any age.
    public func counts(of user: UserID, app: AppID) async throws -> InboxCounts {
        try await counts(of: user, app: app, since: nil)
    }
}
