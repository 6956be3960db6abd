/// How much of one window of a sender limit is used.
public struct QuotaUse: Sendable, Equatable {
    /// The window.
    public var window: Range<Timestamp>
    /// Triggers that count in it.
    public var used: Int
    /// Whether the trigger that is planned counts in it already.
    public var isOwn: Bool

    /// Joins the parts.
    public init(window: Range<Timestamp>, used: Int, isOwn: Bool) {
        self.window = window
        self.used = used
        self.isOwn = isOwn
    }
}

extension [QuotaUse] {
    /// Triggers other than the planned one that count in windows that overlap one; no window is longer than the longest
    /// of the limit's unit.
    public func others(in window: CalendarWindow, of limit: SenderLimit) -> Int {
        reduce(0) { sum, use in
            let overlaps = use.window.lowerBound < window.end && use.window.upperBound > window.start
            guard overlaps, use.window.lowerBound > window.start - limit.per.longest else { return sum }
            return sum + Swift.max(0, use.used - (use.isOwn ? 1 : 0))
        }
    }
}
