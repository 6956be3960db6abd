import PealCore

/// Reads HTTP's dates (RFC 9110, 5.6.7): IMF-fixdate and the two obsolete forms every recipient must accept.
enum HTTPDate {
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    static func parse(_ text: String) -> Timestamp? {
        guard text.utf8.count <= 40 else { return nil }
        let words = text.split(separator: " ")
        switch words.count {
        case 6 where words[5] == "GMT":  // Sun, 06 Nov 1994 08:49:37 GMT
            return instant(day: words[1], month: words[2], year: Int(words[3]), time: words[4])
        case 4 where words[3] == "GMT":  // Sunday, 06-Nov-94 08:49:37 GMT
            let date = words[1].split(separator: "-")
            guard date.count == 3, date[2].count == 2, let short = Int(date[2]) else { return nil }
            return instant(day: date[0], month: date[1], year: short < 70 ? 2000 + short : 1900 + short, time: words[2])
        case 5:  // Sun Nov  6 08:49:37 1994
            return instant(day: words[2], month: words[1], year: Int(words[4]), time: words[3])
        default:
            return nil
        }
    }

    private static func instant(day: Substring, month: Substring, year: Int?, time: Substring) -> Timestamp? {
        let parts = time.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 3, parts.allSatisfy({ $0.utf8.count == 2 }), let hour = Int(parts[0]),
            let minute = Int(parts[1]), let second = Int(parts[2]), (0...60).contains(second),
            let day = Int(day), let month = months.firstIndex(of: String(month)), let year,
            let date = CalendarDate(year: year, month: month + 1, day: day),
            let clock = LocalTime(hour: hour, minute: minute)
        else { return nil }
        return Timestamp(seconds: LocalDateTime(date: date, time: clock).secondsSince1970 + Int64(second))
    }
}
