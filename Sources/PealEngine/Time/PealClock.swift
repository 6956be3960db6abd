public import PealCore

/// The clock every stage reads and waits by: the system's, or a virtual one in the sandbox.
public protocol PealClock: Sendable {
    /// The instant it is.
    var now: Timestamp { get }

    /// The latest instant that it may be, where ``now`` is in question: tokens that others dated by a right clock are not from the
    /// future.
    var latest: Timestamp { get }

    /// Returns when the instant has come; throws when cancelled.
    func sleep(until instant: Timestamp) async throws
}

extension PealClock {
    /// The instant it is.
    public var latest: Timestamp { now }
}
