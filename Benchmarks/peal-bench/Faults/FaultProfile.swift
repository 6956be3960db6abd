import PealCore

/// What a push service does while triggers come in.
enum FaultProfile: String, CaseIterable {
    case fair
    case outage = "full outage (503)"
    case drip = "slow drip (2 s each)"
    case throttle = "429, Retry-After 2 s"
    case resets = "connections dropped"

    /// The fault that it injects; the baseline has none.
    var fault: JSONValue? {
        switch self {
        case .fair: nil
        case .outage: .object(["answer": .object(["status": .integer(503)])])
        case .drip: .object(["delayMs": .integer(2_000)])
        case .throttle:
            .object([
                "answer": .object([
                    "status": .integer(429), "reason": .string("QUOTA_EXCEEDED"), "retryAfter": .integer(2),
                ])
            ])
        case .resets: .object(["reset": .string("after-accept")])
        }
    }
}

/// How triggers were acknowledged under one fault profile.
struct FaultFigures: Sendable {
    let name: String
    let accepted: Int
    let seconds: Double
    /// Milliseconds, half of all and 99 in 100 were faster.
    let median: Double
    let p99: Double

    var perSecond: Double { Double(accepted) / seconds }
}
