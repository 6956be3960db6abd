/// How much is sent at a time, and when again after a failure.
struct OTLPPace: Sendable {
    /// Events that are read together: at most so many records or spans, and some more of the inbox.
    static let largest = 512
    private static let longest = Duration.seconds(60)
    private static let longestWanted = Duration.seconds(300)

    /// Events that are read next.
    private(set) var limit = largest
    /// Failures since the collector last took a request.
    private(set) var failures = 0

    /// The collector took a request.
    mutating func taken() {
        failures = 0
        limit = min(limit * 2, Self.largest)
    }

    /// The collector refuses a request of so many events; whether it is to be asked with fewer.
    mutating func refused(_ count: Int) -> Bool {
        limit = max(1, count / 2)
        return count > 1
    }

    /// The collector did not take a request; how long to wait.
    /// - Parameters:
    ///   - wanted: how long the collector wants to be left alone.
    ///   - random: a number in 0..<1.
    /// - Returns: from half of to the whole of 1, 2, 4 … 60 seconds, and what is wanted up to five minutes.
    mutating func failed(wanted: Duration?, random: Double) -> Duration {
        failures = min(failures + 1, 7)
        let backoff = min(Duration.seconds(1 << (failures - 1)), Self.longest) * (0.5 + random / 2)
        return max(backoff, min(wanted ?? .zero, Self.longestWanted))
    }
}
