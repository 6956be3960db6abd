/// The name of what a connection follows, such as `inbox`.
public struct StreamChannel: RawRepresentable, Hashable, Sendable, Comparable {
    /// As clients write it.
    public let rawValue: String

    /// Names a channel; whether there is one is another question.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A user's notifications, badge and preferences.
    public static let inbox = StreamChannel(rawValue: "inbox")

    /// Orders by name.
    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}
