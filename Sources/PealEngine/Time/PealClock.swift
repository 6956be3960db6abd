public import PealCore

/// The clock every stage reads and waits by: the system's, or a virtual one in the sandbox.
public protocol PealClock: Sendable {
    /// The instant it is.
    var now: Timestamp { get }

    /// Returns when the instant has come; throws when cancelled.
    func sleep(until instant: Timestamp) async throws
}
