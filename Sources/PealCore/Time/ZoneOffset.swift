/// A fixed distance from UTC, for a user whose device names no zone.
///
/// Clocks of such a user never change to summer time.
public struct ZoneOffset: Hashable, Sendable {
    /// Seconds east of UTC, at most 14 hours in either direction, as far as any zone is.
    public let seconds: Int

    private static let furthest = 14 * 3600

    /// Takes an offset as it is stored: `+05:30`.
    public init?(name: String) {
        guard name.utf8.count == 6, let first = name.utf8.first,
            first == UInt8(ascii: "+") || first == UInt8(ascii: "-")
        else { return nil }
        var cursor = ASCIICursor(name, limit: 6)
        guard let seconds = cursor.offset(), cursor.isAtEnd else { return nil }
        self.seconds = seconds
    }

    /// Reads an offset as devices write it: `+05:30`, `GMT+5`, `UTC-0330`, `GMT+05:30`, `UTC−3`; the sign is that of ISO
    /// 8601, plus for the east.
    ///
    /// `Etc/GMT+5` is no offset: it is an IANA name, whose sign is the other way round.
    public init?(hint text: String) {
        // U+2212: the minus of CLDR's names of zones.
        var rest = text.trimmed.replacing("\u{2212}", with: "-")
        let prefix = rest.prefix(3).uppercased()
        if prefix == "GMT" || prefix == "UTC" { rest = String(rest.dropFirst(3)).trimmed }
        if rest.isEmpty || rest == "Z" || rest == "z" {
            guard !text.trimmed.isEmpty else { return nil }
            seconds = 0
            return
        }
        var cursor = ASCIICursor(rest, limit: 9)
        guard let seconds = cursor.offset(), cursor.isAtEnd else { return nil }
        self.seconds = seconds
    }

    /// The offset as it is stored and shown: `+05:30`.
    public var name: String {
        let minutes = abs(seconds) / 60
        return (seconds < 0 ? "-" : "+") + String(zeroPadded: minutes / 60, width: 2) + ":"
            + String(zeroPadded: minutes % 60, width: 2)
    }

    /// A zone whose clocks show it at all times.
    public var zone: Zone? {
        (try? ZoneRules(initialOffset: seconds)).map { Zone(name: name, rules: $0) }
    }

    fileprivate static func isPossible(_ seconds: Int) -> Bool { abs(seconds) <= furthest }
}

extension ASCIICursor {
    /// Takes `±h`, `±hh`, `±hmm`, `±hhmm`, `±h:mm`, `±hh:mm` or `±hh:mm:00` as seconds east of UTC.
    fileprivate mutating func offset() -> Int? {
        guard next == UInt8(ascii: "+") || next == UInt8(ascii: "-") else { return nil }
        let sign = sign()
        guard let (number, length) = number(digits: 1...4) else { return nil }
        let hours = length > 2 ? number / 100 : number
        var minutes = length > 2 ? number % 100 : 0
        if length <= 2, take(":") {
            guard let stated = digits(2) else { return nil }
            minutes = stated
            if take(":") { guard digits(2) == 0 else { return nil } }
        }
        guard minutes <= 59 else { return nil }
        let seconds = sign * (hours * 3600 + minutes * 60)
        return ZoneOffset.isPossible(seconds) ? seconds : nil
    }
}
