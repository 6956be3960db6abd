/// Which notifications of an inbox a mark or a clear is about; what is not named sets no bound.
public struct InboxScope: Sendable, Equatable {
    /// Of one category.
    public var category: CategoryID?
    /// Of one thread.
    public var thread: String?
    /// About one entity.
    public var entity: EntityRef?
    /// With this link.
    public var link: String?
    /// Decided before an instant.
    public var before: Timestamp?

    /// The whole inbox.
    public static let everything = InboxScope()

    /// Sets the bounds.
    public init(
        category: CategoryID? = nil,
        thread: String? = nil,
        entity: EntityRef? = nil,
        link: String? = nil,
        before: Timestamp? = nil
    ) {
        self.category = category
        self.thread = thread
        self.entity = entity
        self.link = link
        self.before = before
    }
}
