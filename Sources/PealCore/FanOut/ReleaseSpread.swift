/// Held pushes that are due at one instant, spread over the seconds after it, which avoids a spike at 08:00.
public enum ReleaseSpread {
    /// A part of the pushes that are due, and when it is due instead.
    public struct Part: Sendable, Equatable {
        /// How many, the earliest first.
        public var count: Int
        /// The instant.
        public var until: Timestamp

        /// Joins both parts.
        public init(count: Int, until: Timestamp) {
            self.count = count
            self.until = until
        }
    }

    /// The parts of so many pushes, one a second.
    /// - Parameters:
    ///   - count: pushes to be spread.
    ///   - start: the first second.
    ///   - perSecond: pushes of a second at most.
    /// - Returns: the parts, in the order in which they take what is due.
    public static func parts(of count: Int, from start: Timestamp, perSecond: Int) -> [Part] {
        stride(from: 0, to: count, by: perSecond).enumerated().map { second, first in
            Part(count: min(perSecond, count - first), until: start + .seconds(second))
        }
    }
}
