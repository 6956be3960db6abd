extension SenderLimit {
    /// What a limit says of one trigger.
    public enum Ruling: Sendable, Equatable {
        /// There is quota left: it is to be reserved in this window.
        case room(CalendarWindow)
        /// There is quota left only in this later window, where it is to be reserved.
        case later(CalendarWindow)
        /// There is none until this window ends: its pushes are digested, and no quota is reserved.
        case digest(CalendarWindow)
        /// There is none until this window ends.
        case refuse(CalendarWindow)
    }

    /// Rules on a trigger that is to be sent at an instant.
    ///
    /// Whoever takes the places that rulings name never sends more than `max` in any window.
    /// - Parameters:
    ///   - instant: when the trigger is due.
    ///   - rules: the zone whose calendar counts.
    ///   - used: how much of a window's quota is used.
    /// - Returns: what is to happen.
    /// - Throws: what `used` throws.
    public func ruling<Failure>(
        at instant: Timestamp,
        in rules: ZoneRules,
        used: (CalendarWindow) throws(Failure) -> Int
    ) throws(Failure) -> Ruling {
        let window = CalendarWindow(containing: instant, unit: per, in: rules)
        if try Quota(used: used(window)).next(on: .reserve(max: max)) != nil { return .room(window) }
        switch onExceed {
        case .reject: return .refuse(window)
        case .digest: return .digest(window)
        case .queue:
            var later = window
            for _ in 0..<Self.farthestWindow {
                later = CalendarWindow(containing: later.end, unit: per, in: rules)
                if try Quota(used: used(later)).next(on: .reserve(max: max)) != nil { return .later(later) }
            }
            return .refuse(later)
        }
    }
}
