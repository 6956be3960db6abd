/// What a virtual phone shows: `GET /sandbox/phones/{phoneId}/screen`.
public struct PhoneScreen: Sendable, Equatable, Codable {
    /// A notification on the screen.
    public struct Notification: Sendable, Equatable, Codable {
        /// The notification's id.
        public var id: String
        /// Its title.
        public var title: String
        /// Its text.
        public var body: String
        /// The address of its picture.
        public var image: String?
        /// Where a tap leads.
        public var link: String
        /// Its buttons.
        public var actions: [Action]
        /// What groups it.
        public var thread: String?
        /// The sound's name.
        public var sound: String?
        /// When it was shown, RFC 3339.
        public var at: String
    }

    /// A button.
    public struct Action: Sendable, Equatable, Codable {
        /// The name a reply carries.
        public var id: String
        /// The button's text.
        public var title: String
    }

    /// The notifications, oldest first.
    public var notifications: [Notification]
    /// The number on the app's icon.
    public var badge: Int
    /// The sounds played so far, oldest first.
    public var sounds: [String]
}
