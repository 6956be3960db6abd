extension Duration {
    /// Reads an ISO 8601 duration of exact length: `PT1H`, `P1DT2H30M`, `PT0.25S`, `P2W`.
    ///
    /// Weeks stand alone; years and months have no exact length and are refused; only seconds take a fraction, of one
    /// to nine digits; no sign; a day is 24 hours. At most 100 years.
    public init?(iso8601 text: some StringProtocol) {
        var cursor = ASCIICursor(text, limit: 70)
        guard cursor.take("P"), let total = cursor.weeks() ?? cursor.daysAndTime(), cursor.isAtEnd,
            total <= Self.longest
        else { return nil }
        self = total
    }

    /// The duration as ISO 8601 writes it, without weeks: `PT1H`, `P7D`, `PT0.25S`, `PT0S`.
    ///
    /// Cut to nanoseconds. A negative duration, which nothing here reads, has a minus in front, as in ISO 8601-2.
    public var iso8601: String {
        var text = components.seconds < 0 || components.attoseconds < 0 ? "-P" : "P"
        let start = text
        var seconds = components.seconds.magnitude
        let billionths = Int(components.attoseconds.magnitude / 1_000_000_000)
        let days = seconds / 86_400
        if days > 0 { text += "\(days)D" }
        seconds %= 86_400
        var time = ""
        if seconds >= 3600 { time += "\(seconds / 3600)H" }
        if seconds % 3600 >= 60 { time += "\(seconds % 3600 / 60)M" }
        if billionths > 0 {
            var digits = String(zeroPadded: billionths, width: 9)
            while digits.last == "0" { digits.removeLast() }
            time += "\(seconds % 60).\(digits)S"
        } else if seconds % 60 > 0 {
            time += "\(seconds % 60)S"
        }
        if !time.isEmpty { return "\(text)T\(time)" }
        return text == start ? "PT0S" : text
    }
}

extension ASCIICursor {
    /// Takes `nW`, or nothing.
    fileprivate mutating func weeks() -> Duration? {
        let start = self
        guard let count = number(digits: 12), take("W") else {
            self = start
            return nil
        }
        return .seconds(count * 7 * CivilCalendar.secondsPerDay)
    }

    /// Takes `[nD][T[nH][nM][n[.f]S]]`, with one part at least, also after a `T`.
    fileprivate mutating func daysAndTime() -> Duration? {
        guard !isAtEnd else { return nil }
        var total = Duration.zero
        if next != UInt8(ascii: "T") {
            guard let days = number(digits: 12), take("D") else { return nil }
            total = .seconds(days * CivilCalendar.secondsPerDay)
        }
        guard !isAtEnd else { return total }
        guard take("T"), let time = time() else { return nil }
        return total + time
    }

    private mutating func time() -> Duration? {
        guard !isAtEnd else { return nil }
        var total = Duration.zero
        var units: ArraySlice<(designator: Unicode.Scalar, seconds: Int)> = [("H", 3600), ("M", 60), ("S", 1)]
        while !isAtEnd {
            guard let count = number(digits: 12) else { return nil }
            let isFraction = take(".") || take(",")
            var fraction = Duration.zero
            if isFraction {
                guard let billionths = billionths() else { return nil }
                fraction = .nanoseconds(billionths)
            }
            guard let index = units.firstIndex(where: { take($0.designator) }),
                !isFraction || units[index].designator == "S"
            else { return nil }
            total += .seconds(count * units[index].seconds) + fraction
            units = units[(index + 1)...]
        }
        return total
    }
}
