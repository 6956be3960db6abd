public import PealCore
import PealStore

extension AuditLog {
    /// What entries are asked for, as the backend names it.
    public struct Question: Sendable {
        /// A user by name.
        public var user: UserID?
        /// The rest.
        public var filter: AuditFilter

        /// Joins both.
        public init(user: UserID? = nil, _ filter: AuditFilter = AuditFilter()) {
            self.user = user
            self.filter = filter
        }
    }

    /// A page of entries, the newest first, with everything that was committed before the call.
    /// - Parameters:
    ///   - app: the app.
    ///   - question: which entries.
    ///   - page: which page.
    /// - Returns: the entries.
    /// - Throws: ``StoreError``.
    public func entries(of app: AppID, _ question: Question, page: PageRequest) async throws -> Page<StoredAuditEntry> {
        if page.after == nil { try await catchUp() }
        guard let filter = try await filter(question, app) else { return Page(items: [], next: nil) }
        let found = try await store.auditEntries(
            of: app,
            filter,
            after: page.after.flatMap { Int($0) },
            limit: page.limit + 1,
            newestFirst: true
        )
        let items = Array(found.prefix(page.limit))
        return Page(items: items, next: found.count > page.limit ? items.last.map { String($0.seq) } : nil)
    }

    /// The filter by reference; `nil` for a user that no entry can name.
    func filter(_ question: Question, _ app: AppID) async throws -> AuditFilter? {
        var filter = question.filter
        guard let user = question.user else { return filter }
        guard let reference = try await store.auditReference(of: user, app: app) else { return nil }
        filter.user = reference
        return filter
    }
}
