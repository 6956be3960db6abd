import PealCore

/// The outcomes by which attempts are counted.
enum AttemptOutcome: String, CaseIterable {
    case accepted, gone, rejected, throttled, unavailable, notProcessed, unknown

    init(_ outcome: SendOutcome) {
        self =
            switch outcome {
            case .accepted: .accepted
            case .gone: .gone
            case .rejected: .rejected
            case .throttled: .throttled
            case .unavailable: .unavailable
            case .notProcessed: .notProcessed
            case .unknown: .unknown
            }
    }
}
