extension ZoneRules {
    /// What the clocks show at an instant.
    public func local(at instant: Timestamp) -> LocalDateTime {
        let second = instant.seconds
        return LocalDateTime(secondsSince1970: second + Int64(offset(at: second)))
    }

    /// The instant at which the clocks show a local time.
    ///
    /// A local time that a gap skips gives the first valid instant after the gap; one that an overlap repeats
    /// gives the first of the two.
    public func instant(of local: LocalDateTime) -> Timestamp {
        // Far from any date, and far enough from the ends of Int64 for every offset.
        let bound = Int64.max / 1000 - 200_000
        let wanted = min(max(local.secondsSince1970, -bound), bound)
        // No offset is further east, so the answer cannot lie before.
        var start = wanted - Int64(Self.offsetRange.upperBound)
        while true {
            let candidate = wanted - Int64(offset(at: start))
            if candidate < start { return Timestamp(saturatingSeconds: start) }
            guard let change = transition(after: start), change <= candidate else {
                return Timestamp(saturatingSeconds: candidate)
            }
            start = change
        }
    }
}
