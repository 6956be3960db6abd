/// What a user reads, rendered once in their locale.
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
    /// What a user mutes and clears together.
    public var thread: String?
    /// What a device groups by; `nil` groups by the thread.
    public var group: String?
    /// What a later push replaces it by.
    public var collapse: String?
    /// The locale it is written in.
    public var locale: String
    /// The links and payloads of its buttons, as JSON; `nil` when no button has any.
    public var actions: String?
    /// The variables that a silent push brings, as JSON; `nil` for a push that shows something.
    public var data: String?

    /// Joins the parts.
    public init(
        title: String,
        body: String,
        pushTitle: String? = nil,
        pushBody: String? = nil,
        link: String,
        thread: String? = nil,
        group: String? = nil,
        collapse: String? = nil,
        locale: String,
        actions: String? = nil,
        data: String? = nil
    ) {
        self.title = title
        self.body = body
        self.pushTitle = pushTitle
        self.pushBody = pushBody
        self.link = link
        self.thread = thread
        self.group = group
        self.collapse = collapse
        self.locale = locale
        self.actions = actions
        self.data = data
    }
}

extension NotificationContent {
    /// What is sealed of it.
    public var text: NotificationText {
        NotificationText(
            title: title,
            body: body,
            pushTitle: pushTitle,
            pushBody: pushBody,
            actions: actions,
            data: data
        )
    }

    /// Joins what is stored with its texts, opened.
    public init(_ stored: StoredContent, _ text: NotificationText) {
        self.init(
            title: text.title,
            body: text.body,
            pushTitle: text.pushTitle,
            pushBody: text.pushBody,
            link: stored.link,
            thread: stored.thread,
            group: stored.group,
            collapse: stored.collapse,
            locale: stored.locale,
            actions: text.actions,
            data: text.data
        )
    }
}
