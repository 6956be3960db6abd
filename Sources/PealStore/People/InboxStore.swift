public import PealCore

/// Keeps what people got, with `seen` and `read` apart.
public protocol InboxStore: Sendable {
    /// Shown rows, alerts first on the first page, then newest first.
    func inbox(of user: UserID, app: AppID, filter: InboxFilter, page: PageRequest) async throws -> Page<InboxItem>

    /// Every row held of the user, newest first: hidden and removed ones too.
    func heldItems(of user: UserID, app: AppID, page: PageRequest) async throws -> Page<InboxItem>

    /// One shown row of the user.
    func item(_ id: NotificationID, of user: UserID, app: AppID) async throws -> InboxItem?

    /// Counts and the badge; rows decided before `since` are as good as gone (R186).
    func counts(of user: UserID, app: AppID, since: Timestamp?) async throws -> InboxCounts

    /// Marks one row; `nil` when the user has no such row. Marking again changes nothing.
    ///
    /// What the person looked at or put away leaves the screens of their other devices, and pushes of it that are held
    /// or pending are cancelled (R165).
    func mark(_ id: NotificationID, of user: UserID, app: AppID, as mark: InboxMark, by act: InboxAct) async throws
        -> InboxItem?

    /// Marks every row that is not yet, as one row is marked; returns how many changed.
    func markAll(of user: UserID, app: AppID, as mark: InboxMark, by act: InboxAct) async throws -> Int

    /// Marks a thread read because it was read elsewhere, and cancels pushes of it that are held or pending (R165).
    func resolve(thread: String, of user: UserID, app: AppID, by act: InboxAct) async throws -> ResolveReport
}

extension InboxStore {
    /// Counts and the badge, of rows of any age.
    public func counts(of user: UserID, app: AppID) async throws -> InboxCounts {
        try await counts(of: user, app: app, since: nil)
    }
}

/// What a badge and a bell show.
public struct InboxCounts: Sendable, Equatable {
    /// Shown rows not read.
    public var unread: Int
    /// Shown rows not seen.
    public var unseen: Int
    /// Counts changes; clients keep the highest.
    public var version: Int

    /// Joins the parts.
    public init(unread: Int, unseen: Int, version: Int) {
        self.unread = unread
        self.unseen = unseen
        self.version = version
    }
}
