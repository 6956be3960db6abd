import PealProviderKit

/// What an operator sets about the pace of one app's pushes through one service, in place of the service's own limits.
struct LaneSettings: Sendable, Equatable {
    /// The keys every provider's section has.
    static let keys: [String: ConfigurationKeys.Form] = ["rate": .text, "inFlight": .text]

    /// Pushes a second at most.
    var rate: Int?
    /// Pushes that wait for their answers at a time, at most.
    var inFlight: Int?

    init() {}

    init(_ values: inout ConfigurationValues, section: String) {
        rate = values.number("\(section).rate", 1...1_000_000)
        inFlight = values.number("\(section).inFlight", 1...10_000)
    }

    /// The service's limits, with what the operator set in their place.
    func limits(over standard: LaneLimits) -> LaneLimits {
        LaneLimits(perSecond: rate ?? standard.perSecond, inFlight: inFlight ?? standard.inFlight)
    }
}
