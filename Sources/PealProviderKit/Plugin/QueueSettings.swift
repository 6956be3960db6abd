/// What an operator sets about the pace of one app's pushes through one service, in place of the service's own limits.
public struct QueueSettings: Sendable, Equatable {
    /// The keys every provider's section has.
    public static let keys: [String: SettingForm] = ["rate": .text, "inFlight": .text]

    /// Pushes a second at most.
    public var rate: Int?
    /// Pushes that wait for their answers at a time, at most.
    public var inFlight: Int?

    /// Leaves the service's own limits.
    public init() {}

    /// Reads both keys.
    public init(_ section: inout SettingsSection) {
        rate = section.number("rate", 1...1_000_000)
        inFlight = section.number("inFlight", 1...10_000)
    }

    /// The service's limits, with what the operator set in their place.
    public func limits(over standard: QueueLimits) -> QueueLimits {
        QueueLimits(perSecond: rate ?? standard.perSecond, inFlight: inFlight ?? standard.inFlight)
    }
}
