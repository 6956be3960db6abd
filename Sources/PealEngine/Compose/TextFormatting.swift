import Foundation
public import PealCore

/// Writes values as a reader of a locale and zone expects them, with the system's locale data.
public struct TextFormatting: Sendable {
    /// Uses the system's locale data.
    public init() {}

    /// The text of a value.
    /// - Parameters:
    ///   - value: the typed value.
    ///   - formatter: the template's formatter; `nil` writes the value plainly.
    ///   - locale: the locale of dates and numbers in the text (``CopyLocale/formats``).
    ///   - zone: the reader's zone: an IANA name or an offset.
    ///   - now: the instant of the notification, from which `when` counts; without it `when` writes the date as well.
    /// - Returns: the text, isolated where a part of it runs against the text around; the plain form where the formatter does
    ///   not fit the value.
    public func text(
        of value: VariableValue,
        formatter: Template.Formatter?,
        locale: String,
        zone: String,
        now: Timestamp? = nil
    ) -> String {
        let text = formatter.flatMap { formatted(value, $0, Locale(identifier: locale), zone, now) } ?? value.plain
        return TextDirection(LocaleName(locale)).isolated(text)
    }

    /// The text of a name or an identifier, which has no type.
    func text(of name: String, locale: String) -> String { TextDirection(LocaleName(locale)).isolated(name) }

    private func formatted(
        _ value: VariableValue,
        _ formatter: Template.Formatter,
        _ reader: Locale,
        _ zone: String,
        _ now: Timestamp?
    ) -> String? {
        switch (formatter, value) {
        case (.time, .instant(let instant)):
            return styled(instant, .init(date: .omitted, time: .shortened), reader, zone)
        case (.when, .instant(let instant)):
            return styled(instant, Self.style(of: instant, now, Self.timeZone(zone)), reader, zone)
        case (.date, .instant(let instant)):
            return styled(instant, .init(date: .abbreviated, time: .omitted), reader, zone)
        case (.date, .date(let day)):
            guard let midnight = Timestamp(rfc3339: "\(day.iso)T00:00:00Z") else { return nil }
            return styled(midnight, .init(date: .abbreviated, time: .omitted), reader, "UTC")
        case (.number, .integer(let number)):
            return plainSpaces(number.formatted(.number.locale(reader)))
        case (.number, .number(let number)):
            return plainSpaces(number.formatted(.number.locale(reader)))
        case (.money, .money(let amount, let currency)):
            guard let decimal = Decimal(string: amount, locale: Locale(identifier: "en_US_POSIX")) else { return nil }
            return plainSpaces(decimal.formatted(.currency(code: currency).locale(reader)))
        default:
            return nil
        }
    }

    /// How much of an instant is written: a day that is near goes without saying, or by its name.
    private static func style(of instant: Timestamp, _ now: Timestamp?, _ zone: TimeZone) -> Date.FormatStyle {
        let time = Date.FormatStyle(date: .omitted, time: .shortened)
        switch now.flatMap({ days(from: $0, to: instant, zone) }) {
        case 0?: return time
        case .some(-6...6): return time.weekday(.abbreviated)
        default: return .init(date: .abbreviated, time: .shortened)
        }
    }

    /// Midnights between two instants in a zone.
    private static func days(from first: Timestamp, to second: Timestamp, _ zone: TimeZone) -> Int? {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        let (first, second) = (calendar.startOfDay(for: first.date), calendar.startOfDay(for: second.date))
        return calendar.dateComponents([.day], from: first, to: second).day
    }

    private static func timeZone(_ name: String) -> TimeZone {
        ZoneOffset(name: name).flatMap { TimeZone(secondsFromGMT: $0.seconds) } ?? TimeZone(identifier: name) ?? .gmt
    }

    private func styled(_ instant: Timestamp, _ style: Date.FormatStyle, _ reader: Locale, _ zone: String) -> String {
        var style = style
        style.locale = reader
        style.timeZone = Self.timeZone(zone)
        return plainSpaces(instant.date.formatted(style))
    }

    /// Lock screens lack the narrow no-break space that locale data puts before "PM": a plain one is always drawn.
    private func plainSpaces(_ text: String) -> String {
        text.replacing("\u{202F}", with: " ").replacing("\u{00A0}", with: " ")
    }
}

extension Timestamp {
    fileprivate var date: Date { Date(timeIntervalSince1970: Double(milliseconds) / 1000) }
}
