/// What a person reads, rendered once in their locale.
public struct NotificationContent: Sendable, Equatable {
    /// The title in full.
    public var title: String
    /// The body in full.
    public var body: String
    /// The title fitted to a push, where it differs.
    public var pushTitle: String?
    /// The body fitted to a push, where it differs.
    public var pushBody: String?
    /// Where a tap leads.
    public var link: String
    /// What groups it.
    public var thread: String?
    /// What a later push replaces it by.
    public var collapse: String?
    /// The locale it is written in.
    public var locale: String

    /// Joins the parts.
    public init(
        title: String,
        body: String,
        pushTitle: String? = nil,
        pushBody: String? = nil,
        link: String,
        thread: String? = nil,
        collapse: String? = nil,
        locale: String
    ) {
        self.title = title
        self.body = body
        self.pushTitle = pushTitle
        self.pushBody = pushBody
        self.link = link
        self.thread = thread
        self.collapse = collapse
        self.locale = locale
    }
}
