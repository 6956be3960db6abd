public import PealCore

/// The gauges of each queue.
enum LaneGauge: String, CaseIterable {
    case inFlight = "peal_lane_in_flight"
    case paused = "peal_lane_paused"
    case broken = "peal_lane_open_breaker"
    case doubted = "peal_lane_addresses_doubted"

    var help: String {
        switch self {
        case .inFlight: "Deliveries in flight, by app and provider."
        case .paused: "1 while an operator paused the queue."
        case .broken: "1 while the circuit breaker of the queue is open: only single probes are sent."
        case .doubted: "1 while the token-invalidation breaker is open: no token is removed."
        }
    }

    func value(of lane: LaneStanding) -> Int {
        switch self {
        case .inFlight: lane.inFlight
        case .paused: lane.isPaused ? 1 : 0
        case .broken: lane.isBroken ? 1 : 0
        case .doubted: lane.isDoubted ? 1 : 0
        }
    }
}

/// The status of a queue.
public struct LaneStanding: Sendable, Equatable {
    /// Which.
    public var lane: LaneKey
    /// Deliveries under way.
    public var inFlight: Int
    /// Whether an operator pauses it.
    public var isPaused: Bool
    /// Whether its push service fails.
    public var isBroken: Bool
    /// Whether its token-invalidation breaker is open.
    public var isDoubted: Bool
}
