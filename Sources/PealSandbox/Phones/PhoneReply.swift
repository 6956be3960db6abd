public import PealCore

/// An action that a phone's app sends to the server with the token of the push.
public struct PhoneReply: Sendable, Equatable {
    /// What was tapped.
    public var tap: PhoneTap
    /// The title of the notification.
    public var title: String
    /// When it was tapped, on the phone's clock.
    public var at: Timestamp
    /// The token of the action.
    public var token: String

    /// A tap on a button that has a token; `nil` for every other one.
    init?(_ tap: PhoneTap, title: String, at: Timestamp) {
        guard tap.action != nil, let token = tap.token else { return nil }
        self.tap = tap
        self.title = title
        self.at = at
        self.token = token
    }
}
