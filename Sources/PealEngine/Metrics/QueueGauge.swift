/// The gauges of each queue.
enum QueueGauge: String, CaseIterable {
    case inFlight = "peal_queue_in_flight"
    case paused = "peal_queue_paused"
    case broken = "peal_queue_breaker_open"
    case tokenBreakerOpen = "peal_queue_token_breaker_open"

    var help: String {
        switch self {
        case .inFlight: "Deliveries in flight, by app and provider."
        case .paused: "1 while an operator paused the queue."
        case .broken: "1 while the circuit breaker of the queue is open: only single probes are sent."
        case .tokenBreakerOpen: "1 while the token-invalidation breaker is open: no token is removed."
        }
    }

    func value(of queue: QueueStatus) -> Int {
        switch self {
        case .inFlight: queue.inFlight
        case .paused: queue.isPaused ? 1 : 0
        case .broken: queue.isBroken ? 1 : 0
        case .tokenBreakerOpen: queue.isInvalidationBreakerOpen ? 1 : 0
        }
    }
}
