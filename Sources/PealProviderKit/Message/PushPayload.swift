public import PealCore

/// The `peal` object every device receives, whatever the provider (R108, R119).
public struct PushPayload: Sendable, Equatable, Codable {
    /// The version of the shape.
    public var v: Int = 1
    /// What the app is to do: `show`, `clear`, `badge` or `sync`.
    public var op: String
    /// The notification.
    public var id: String
    /// The type.
    public var type: String
    /// The category's name.
    public var category: String
    /// How urgent it is; absent where nothing is shown.
    public var priority: String?
    /// What it is about, `type/id`.
    public var entity: String?
    /// The parent of that.
    public var parent: String?
    /// The outermost ancestor: the organisation.
    public var root: String?
    /// What a user mutes and clears together.
    public var thread: String?
    /// What the device groups by.
    public var group: String?
    /// Where a tap leads.
    public var link: String
    /// The badge; absent in apps without an inbox, which may keep a number of their own.
    public var badge: Int?
    /// Counts changes of the badge.
    public var badgeVersion: Int?
    /// The tag under which the device shows it: one that cannot read this payload back from its screen names it by the tag.
    public var tag: String?
    /// The address of a picture to show.
    public var image: String?
    /// The buttons.
    public var actions: [Action] = []
    /// What a silent type brings to the app: the trigger's variables, left out where they do not fit (S0.AC2.6).
    public var data: [String: JSONValue] = [:]
    /// What leaves the screen, when `op` is `clear`.
    public var cleared: [Cleared] = []
    /// When it was decided, RFC 3339.
    public var sentAt: String

    /// A push that is to leave the screen.
    public struct Cleared: Sendable, Equatable, Codable {
        /// The notification.
        public var id: String
        /// The tag it is shown under: the identifier of the request on iOS, the notification's tag on Android.
        public var tag: String

        /// Names a push and its tag.
        public init(id: String, tag: String) {
            self.id = id
            self.tag = tag
        }
    }

    /// A button.
    public struct Action: Sendable, Equatable, Codable {
        /// The name the reply carries.
        public var id: String
        /// The button's text.
        public var title: String
        /// `open-app`, `quick-reply` or `dismiss`.
        public var kind: String
        /// The link it opens; absent for a button that opens nothing.
        public var link: String?
        /// What the app gets with it.
        public var payload: [String: JSONValue]
        /// Lets the button answer with no session.
        public var token: String?
        /// The group of buttons that it belongs to; a platform with few places shows the group as one button with choices.
        public var group: String?
        /// Where it is shown; absent is a button.
        public var place: Place?

        /// Where an action is shown that is no button.
        public enum Place: String, Sendable, Codable {
            /// Behind the app's own "More…", or after a tap on the text.
            case more
        }

        /// Describes a button.
        public init(
            id: String,
            title: String,
            kind: String,
            link: String? = nil,
            payload: [String: JSONValue] = [:],
            token: String? = nil,
            group: String? = nil,
            place: Place? = nil
        ) {
            self.id = id
            self.title = title
            self.kind = kind
            self.link = link
            self.payload = payload
            self.token = token
            self.group = group
            self.place = place
        }
    }

    /// States what every payload has; the rest is absent until it is set.
    public init(op: String, id: String, type: String, category: String, link: String, sentAt: String) {
        self.op = op
        self.id = id
        self.type = type
        self.category = category
        self.link = link
        self.sentAt = sentAt
    }
}
