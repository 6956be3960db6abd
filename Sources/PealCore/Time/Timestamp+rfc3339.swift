extension Timestamp {
    /// The first and the last instant RFC 3339 can write here: years 1 to 9999 in UTC.
    private static let writable: ClosedRange<Int64> = -62_135_596_800_000...253_402_300_799_999

    /// Reads an RFC 3339 date-time such as `2026-11-20T18:00:00.25+01:00`.
    ///
    /// Strict: an offset or `Z`, one to nine fraction digits (cut to milliseconds), years 1 to 9999, also in UTC;
    /// `t` and `z` may be lower case, a space is no `T`. A leap second (`:60`) is read where one can be, in the last
    /// second of a month in UTC, and is, as in Unix time, the first second of the next.
    public init?(rfc3339 text: some StringProtocol) {
        var cursor = ASCIICursor(text, limit: 35)
        self.init(&cursor, isLenient: false)
    }

    /// Reads a date-time as clients write it: RFC 3339, and spellings that can mean nothing else.
    ///
    /// A space instead of the `T`, no seconds, a comma before the fraction, `+0000`, `+00` or ` UTC` as the offset, and the
    /// zone in brackets after it (RFC 9557). Without an offset it is no instant.
    public init?(hint text: String) {
        guard text.utf8.count <= 100 else { return nil }
        var cursor = ASCIICursor(String(text.prefix { $0 != "[" }).trimmed, limit: 45)
        self.init(&cursor, isLenient: true)
    }

    private init?(_ cursor: inout ASCIICursor, isLenient: Bool) {
        guard let date = cursor.calendarDate(), cursor.take("T") || cursor.take("t") || (isLenient && cursor.take(" ")),
            let hour = cursor.digits(2), cursor.take(":"), let minute = cursor.digits(2), hour <= 23, minute <= 59
        else { return nil }
        var second = 0
        if !isLenient || cursor.next == UInt8(ascii: ":") {
            guard cursor.take(":"), let stated = cursor.digits(2), stated <= 60 else { return nil }
            second = stated
        }
        var fraction = 0
        if cursor.take(".") || (isLenient && cursor.take(",")) {
            guard let billionths = cursor.billionths() else { return nil }
            fraction = billionths / 1_000_000
        }
        guard let offset = isLenient ? cursor.spelledOffset() : cursor.offsetSeconds(), cursor.isAtEnd else {
            return nil
        }
        let local = Int64(date.daysSince1970 * CivilCalendar.secondsPerDay + hour * 3600 + minute * 60 + second)
        let seconds = local - Int64(offset)
        if second == 60 {
            let following = CivilCalendar.date(ofDay: CivilCalendar.day(ofSecond: seconds))
            guard CivilCalendar.secondOfDay(seconds) == 0, following.day == 1 else { return nil }
        }
        let milliseconds = seconds * 1000 + Int64(fraction)
        guard Self.writable.contains(milliseconds) else { return nil }
        self.init(milliseconds: milliseconds)
    }

    /// The instant in UTC as RFC 3339 writes it: `2026-11-20T18:00:00Z`, with milliseconds only where there are some.
    ///
    /// Instants outside the years 1 to 9999 give the first or last of them.
    public var rfc3339: String {
        let range = Self.writable
        let instant = Timestamp(milliseconds: min(max(milliseconds, range.lowerBound), range.upperBound))
        let fraction = Int(instant.milliseconds - instant.seconds * 1000)
        let date = CivilCalendar.date(ofDay: CivilCalendar.day(ofSecond: instant.seconds))
        let second = CivilCalendar.secondOfDay(instant.seconds)
        // Written once or twice for each push: digit by digit takes a tenth of the time of joining texts.
        return String(unsafeUninitializedCapacity: 24) { text in
            var count = 0
            func put(_ number: Int, _ width: Int, before mark: Unicode.Scalar) {
                var rest = number
                for position in stride(from: count + width - 1, through: count, by: -1) {
                    text[position] = UInt8(ascii: "0") + UInt8(rest % 10)
                    rest /= 10
                }
                text[count + width] = UInt8(ascii: mark)
                count += width + 1
            }
            put(Int(date.year), 4, before: "-")
            put(date.month, 2, before: "-")
            put(date.day, 2, before: "T")
            put(second / 3600, 2, before: ":")
            put(second / 60 % 60, 2, before: ":")
            put(second % 60, 2, before: fraction == 0 ? "Z" : ".")
            if fraction != 0 { put(fraction, 3, before: "Z") }
            return count
        }
    }
}

extension ASCIICursor {
    /// Takes `Z` or `±hh:mm`, as seconds east of UTC.
    fileprivate mutating func offsetSeconds() -> Int? {
        if take("Z") || take("z") { return 0 }
        guard next == UInt8(ascii: "+") || next == UInt8(ascii: "-") else { return nil }
        let sign = sign()
        guard let hours = digits(2), hours <= 23, take(":"), let minutes = digits(2), minutes <= 59 else { return nil }
        return sign * (hours * 3600 + minutes * 60)
    }
    /// Takes an offset as clients write it: also `+0000`, `+00`, `UTC` and `GMT`, after spaces.
    fileprivate mutating func spelledOffset() -> Int? {
        while take(" ") {}
        if next == UInt8(ascii: "U") || next == UInt8(ascii: "G") {
            let name = take { $0.isASCIILetter }
            return name.elementsEqual("UTC".utf8) || name.elementsEqual("GMT".utf8) ? 0 : nil
        }
        if take("Z") || take("z") { return 0 }
        guard next == UInt8(ascii: "+") || next == UInt8(ascii: "-") else { return nil }
        let sign = sign()
        guard let hours = digits(2), hours <= 23 else { return nil }
        guard !isAtEnd else { return sign * hours * 3600 }
        _ = take(":")
        guard let minutes = digits(2), minutes <= 59 else { return nil }
        return sign * (hours * 3600 + minutes * 60)
    }
}
