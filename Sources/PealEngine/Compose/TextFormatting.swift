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
    ///   - locale: the reader's locale (BCP 47).
    ///   - zone: the reader's zone (IANA name).
    /// - Returns: the text; the plain form where the formatter does not fit the value.
    public func text(of value: VariableValue, formatter: Template.Formatter?, locale: String, zone: String) -> String {
        guard let formatter else { return Self.upright(value) }
        let reader = Locale(identifier: locale)
        switch (formatter, value) {
        case (.time, .instant(let instant)):
            return styled(instant, .init(date: .omitted, time: .shortened), reader, zone)
        case (.date, .instant(let instant)):
            return styled(instant, .init(date: .abbreviated, time: .omitted), reader, zone)
        case (.date, .date(let day)):
            guard let midnight = Timestamp(rfc3339: "\(day.iso)T00:00:00Z") else { return value.plain }
            return styled(midnight, .init(date: .abbreviated, time: .omitted), reader, "UTC")
        case (.number, .integer(let number)):
            return number.formatted(.number.locale(reader))
        case (.number, .number(let number)):
            return number.formatted(.number.locale(reader))
        case (.money, .money(let amount, let currency)):
            guard let decimal = Decimal(string: amount, locale: Locale(identifier: "en_US_POSIX")) else {
                return value.plain
            }
            return plainSpaces(decimal.formatted(.currency(code: currency).locale(reader)))
        default:
            return value.plain
        }
    }

    /// The plain text without marks that turn the direction of what follows.
    ///
    /// A value cannot reorder the sentence around it (R114); right-to-left letters need none of these marks.
    private static func upright(_ value: VariableValue) -> String {
        let text = value.plain
        guard text.unicodeScalars.contains(where: turnsDirection) else { return text }
        var kept = String.UnicodeScalarView()
        kept.append(contentsOf: text.unicodeScalars.filter { !turnsDirection($0) })
        return String(kept)
    }

    private static func turnsDirection(_ scalar: Unicode.Scalar) -> Bool {
        (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
    }

    private func styled(_ instant: Timestamp, _ style: Date.FormatStyle, _ reader: Locale, _ zone: String) -> String {
        var style = style
        style.locale = reader
        style.timeZone = TimeZone(identifier: zone) ?? .gmt
        return plainSpaces(Date(timeIntervalSince1970: Double(instant.milliseconds) / 1000).formatted(style))
    }

    /// Lock screens lack the narrow no-break space that locale data puts before "PM": a plain one is always drawn.
    private func plainSpaces(_ text: String) -> String {
        text.replacing("\u{202F}", with: " ").replacing("\u{00A0}", with: " ")
    }
}
