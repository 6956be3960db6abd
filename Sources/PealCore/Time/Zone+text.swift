extension Zone {
    /// An instant for a reader in this zone, with UTC next to it: `2026-11-29 00:00 Berlin (2026-11-28 23:00 UTC)`.
    ///
    /// Seconds are written where there are any, and the date of UTC where it is another one.
    public func text(of instant: Timestamp) -> String {
        let (here, utc) = (rules.local(at: instant), ZoneRules.utc.local(at: instant))
        if isUTC { return "\(utc.date) \(utc.clock) UTC" }
        let date = here.date == utc.date ? "" : "\(utc.date) "
        return "\(here.date) \(here.clock) \(city) (\(date)\(utc.clock) UTC)"
    }

    /// A time of day with its date, for a text whose UTC is next to it: `00:00 (Sunday 29 November, Berlin)`.
    public func dayText(of instant: Timestamp) -> String {
        let here = rules.local(at: instant)
        return "\(here.clock) (\(here.date.dayText), \(city))"
    }

    /// The zone as people name it: `Berlin`, `New York`, `UTC+02:00`.
    public var city: String {
        if isUTC { return "UTC" }
        if name.first == "+" || name.first == "-" { return "UTC\(name)" }
        // The signs of `Etc/GMT+3` are the other way round: only the whole name says that.
        guard !name.hasPrefix("Etc/"), let last = name.split(separator: "/").last else { return name }
        return String(last).replacing("_", with: " ")
    }

    private var isUTC: Bool {
        let base = name.hasPrefix("Etc/") ? name.dropFirst(4) : name[...]
        return ["UTC", "UCT", "GMT", "GMT0", "GMT+0", "GMT-0", "Universal", "Zulu", "Greenwich"].contains(base)
    }
}

extension LocalDateTime {
    /// The time of day, with its seconds where there are any.
    fileprivate var clock: String { second == 0 ? "\(time)" : "\(time):\(String(zeroPadded: second, width: 2))" }
}

extension CalendarDate {
    private static let weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
    private static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]

    /// The date in words, without its year: `Sunday 29 November`.
    public var dayText: String { "\(Self.weekdays[weekday - 1]) \(day) \(Self.months[month - 1])" }
}
