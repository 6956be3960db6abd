/// What a user reads, rendered once in their locale.
public struct NotificationContent: Sendable, Equatable {
    /// The texts, which are sealed before they are stored.
    public var text: NotificationText
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

    /// Makes content of texts; without a thread it is muted and cleared by itself.
    public init(
        text: NotificationText,
        link: String,
        thread: String? = nil,
        group: String? = nil,
        collapse: String? = nil,
        locale: String
    ) {
        self.text = text
        self.link = link
        self.thread = thread
        self.group = group
        self.collapse = collapse
        self.locale = locale
    }

    /// Joins what is stored with its texts, opened.
    public init(_ stored: StoredContent, _ text: NotificationText) {
        self.init(
            text: text,
            link: stored.link,
            thread: stored.thread,
            group: stored.group,
            collapse: stored.collapse,
            locale: stored.locale
        )
    }
}
