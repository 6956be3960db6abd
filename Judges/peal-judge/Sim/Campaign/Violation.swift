import PealCore

/// A broken promise, with all that is needed to see it again.
struct Violation: Sendable, CustomStringConvertible {
    /// The promise's name, for example `nothing-lost`.
    var promise: String
    var detail: String
    var step: Int
    var at: Timestamp

    var description: String { "\(promise) at step \(step), \(at.rfc3339): \(detail)" }
}

/// How one seed ended.
struct SeedVerdict: Sendable {
    var seed: UInt64
    var tally: SimTally
    var violation: Violation?
    /// A hash of the trace: the same for every run of a seed.
    var fingerprint: UInt64
}
