extension ZoneRule {
    /// Reads a `TZ` string such as `CET-1CEST,M3.5.0,M10.5.0/3`; `nil` when it is malformed.
    ///
    /// POSIX.1-2017 §8.3, with the longer times of RFC 9636 §3.3.1. Offsets count westward there. Daylight saving time
    /// needs its two days: POSIX leaves them to the implementation, zone files always have them.
    init?(posix text: String) {
        var cursor = ASCIICursor(text, limit: 100)
        guard cursor.zoneName(), let standard = cursor.clockTime(hours: 24) else { return nil }
        standardOffset = -standard
        guard !cursor.isAtEnd else {
            daylight = nil
            return
        }
        guard cursor.zoneName() else { return nil }
        var daylightOffset = standardOffset + 3600
        if cursor.next != UInt8(ascii: ",") {
            guard let offset = cursor.clockTime(hours: 24) else { return nil }
            daylightOffset = -offset
        }
        guard cursor.take(","), let start = cursor.ruleDay(), cursor.take(","), let end = cursor.ruleDay(),
            cursor.isAtEnd
        else { return nil }
        daylight = Daylight(offset: daylightOffset, start: start, end: end)
    }
}

extension ASCIICursor {
    /// Skips a zone abbreviation: three letters or more, or letters, digits and signs between angle brackets.
    fileprivate mutating func zoneName() -> Bool {
        guard take("<") else { return take { $0.isASCIILetter }.count >= 3 }
        let name = take { $0.isASCIILetter || $0.isASCIIDigit || $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") }
        return name.count >= 3 && take(">")
    }

    /// Takes `[+-]h[h[h]][:mm[:ss]]` as seconds.
    fileprivate mutating func clockTime(hours limit: Int) -> Int? {
        let sign = sign()
        guard let hours = number(digits: 3), hours <= limit else { return nil }
        var seconds = hours * 3600
        for unit in [60, 1] where take(":") {
            guard let part = digits(2), part < 60 else { return nil }
            seconds += part * unit
        }
        return sign * seconds
    }

    /// Takes `Mm.w.d`, `Jn` or `n`, and a time if one follows; without, it is 02:00.
    fileprivate mutating func ruleDay() -> ZoneRuleDay? {
        guard let day = dayOfYear() else { return nil }
        guard take("/") else { return ZoneRuleDay(day: day, time: 7200) }
        return clockTime(hours: 167).map { ZoneRuleDay(day: day, time: $0) }
    }

    private mutating func dayOfYear() -> ZoneRuleDay.Day? {
        if take("M") {
            guard let month = number(digits: 2), (1...12).contains(month), take("."), let week = number(digits: 1),
                (1...5).contains(week), take("."), let day = number(digits: 1), day <= 6
            else { return nil }
            return .weekday(month: month, week: week, day: day)
        }
        if take("J") {
            guard let day = number(digits: 3), (1...365).contains(day) else { return nil }
            return .julian(day)
        }
        guard let day = number(digits: 3), day <= 365 else { return nil }
        return .ordinal(day)
    }
}
