public import PealCore

/// What a tap on a notification, or on one of its buttons, leads to.
public struct PhoneTap: Sendable, Equatable {
    /// The notification.
    public var notification: String
    /// Where it leads.
    public var link: String
    /// The button; `nil` for a tap on the notification itself.
    public var action: String?
    /// What the button does: `open-app`, `quick-reply` or `dismiss`.
    public var kind: String?
    /// What the button carries for the app.
    public var payload: JSONValue?
    /// Lets the button answer with no session.
    public var token: String?
}

/// Something a virtual phone cannot do.
public struct PhoneError: Error, Sendable, Equatable, CustomStringConvertible {
    /// What kind of error it is.
    public enum Code: String, Sendable {
        /// No such phone, notification or button.
        case notFound = "not-found"
        /// Too many phones.
        case limitReached = "limit-reached"
    }

    /// What kind of error it is.
    public var code: Code
    /// What is wrong.
    public var message: String

    init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// Code and message.
    public var description: String { "\(code.rawValue): \(message)" }
}
