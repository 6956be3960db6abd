/// A limit that was reached, as the sender is told.
public struct ReachedLimit: Sendable, Equatable {
    /// The limit's name.
    public var id: String
    /// The types that count together.
    public var types: [TypeID]
    /// Whose triggers count together.
    public var scope: SenderLimit.Scope
    /// How many it allows.
    public var max: Int
    /// In which stretch of the calendar.
    public var per: CalendarUnit
    /// When there is quota again at the earliest.
    public var resetsAt: Timestamp
    /// The zone whose calendar counts.
    public var zone: Zone

    /// Names a limit and when it resets.
    public init(_ limit: SenderLimit, resetsAt: Timestamp, zone: Zone) {
        id = limit.id
        types = limit.types
        scope = limit.scope
        max = limit.max
        per = limit.per
        self.resetsAt = resetsAt
        self.zone = zone
    }

    /// How many there were, and when the next one can be sent, for example "This organisation has sent 10 announcements today.".
    public func sentence(now: Timestamp) -> String {
        let sender =
            switch scope {
            case .org: "organisation"
            case .actor: "sender"
            }
        return "This \(sender) \(count(now: now)). The next one can go out at \(zone.dayText(of: resetsAt))."
    }

    /// How many there are, and in which window; one that lies ahead is named by its date.
    private func count(now: Timestamp) -> String {
        let what = types.count == 1 ? types[0].rawValue.replacing("-", with: " ") : "notification"
        let window = CalendarWindow(containing: resetsAt - .milliseconds(1), unit: per, in: zone.rules)
        if window.contains(now) {
            let when =
                switch per {
                case .hour: "this hour"
                case .day: "today"
                case .week: "this week"
                case .month: "this month"
                }
            return "has sent \(counted(max, what)) \(when)"
        }
        let start = zone.rules.local(at: window.start)
        let when =
            switch per {
            case .hour: "the hour from \(zone.dayText(of: window.start))"
            case .day: "\(start.date.dayText)"
            case .week: "the week from \(start.date.dayText)"
            case .month: "the month from \(start.date.dayText)"
            }
        return "has planned \(counted(max, what)) for \(when)"
    }
}
