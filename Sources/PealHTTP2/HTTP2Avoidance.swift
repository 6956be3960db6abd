import Synchronization

/// Remembers that a host did not speak HTTP/2 when it was tried: for an hour it is sent to in another way.
package final class HTTP2Avoidance: Sendable {
    /// How long, in seconds.
    package static let length: Int64 = 3_600

    private let end = Atomic<Int64>(.min)

    /// Nothing is avoided yet.
    package init() {}

    /// Whether the host may be tried: it spoke HTTP/2 when it was last tried, or that was long ago.
    /// - Parameter now: the wall clock, in seconds; when it was set back, the hour is over.
    /// - Returns: `false` within an hour after ``begin(at:)``.
    package func isOver(at now: Int64) -> Bool {
        let end = end.load(ordering: .relaxed)
        return end <= now || now < end - Self.length
    }

    /// The host did not speak HTTP/2.
    /// - Parameter now: the wall clock, in seconds.
    package func begin(at now: Int64) { end.store(now + Self.length, ordering: .relaxed) }
}
