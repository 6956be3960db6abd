/// The content of a notification as it is stored: its texts are sealed, and the rest is in clear, because the inbox looks
/// for it.
public struct StoredContent: Sendable, Equatable {
    /// The texts.
    public var text: SealedText
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

    /// Joins the parts.
    public init(
        text: SealedText = SealedText(),
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

    /// The content without its texts, which are yet to be sealed.
    public init(_ content: NotificationContent) {
        self.init(
            link: content.link,
            thread: content.thread,
            group: content.group,
            collapse: content.collapse,
            locale: content.locale
        )
    }
}

/// The texts of a notification, sealed.
public struct SealedText: Sendable, Equatable {
    /// The row of the texts, where several recipients share it; `nil` where the notification holds its own.
    public var shared: ContentID?
    /// The sealed texts; empty where there are none.
    public var bytes: [UInt8]
    /// What a push says instead that stands for several, sealed; `nil` where it stands for itself.
    public var digest: [UInt8]?

    /// Joins the parts.
    public init(shared: ContentID? = nil, bytes: [UInt8] = [], digest: [UInt8]? = nil) {
        self.shared = shared
        self.bytes = bytes
        self.digest = digest
    }
}
