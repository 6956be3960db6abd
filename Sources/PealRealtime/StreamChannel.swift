/// The name of what a connection follows, such as `inbox`.
public struct StreamChannel: RawRepresentable, Hashable, Sendable, Comparable {
    /// As clients write it.
    public let rawValue: String

    /// Names a channel; whether there is one is another question.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A user's notifications, badge and preferences.
    public static let inbox = StreamChannel(rawValue: "inbox")

    /// The board of an event: who arrives when.
    public static func eta(_ event: String) -> StreamChannel { StreamChannel(rawValue: etaStart + event + etaEnd) }

    private static let etaStart = "event:"
    private static let etaEnd = ":eta"

    /// The event whose board it is; `nil` for another channel.
    public var etaEvent: String? {
        guard rawValue.hasPrefix(Self.etaStart), rawValue.hasSuffix(Self.etaEnd) else { return nil }
        let event = rawValue.dropFirst(Self.etaStart.count).dropLast(Self.etaEnd.count)
        return event.isEmpty || rawValue.count < Self.etaStart.count + Self.etaEnd.count ? nil : String(event)
    }

    /// Orders by name.
    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}
