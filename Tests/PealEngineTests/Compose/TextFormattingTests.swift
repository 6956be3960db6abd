import PealCore
import PealEngine
import PealTesting
import Testing

@Suite("Values as a reader expects them")
struct TextFormattingTests {
    static let moment = VariableValue.instant(Timestamp(rfc3339: "2026-11-20T18:05:00Z") ?? Timestamp(seconds: 0))

    @Test(
        "Times and dates follow locale and zone",
        arguments: [
            (Template.Formatter.time, "en-US", "America/New_York", "1:05 PM"),
            (.time, "en-GB", "Europe/London", "18:05"),
            (.time, "de", "Europe/Berlin", "19:05"), (.date, "en-US", "Asia/Tokyo", "Nov 21, 2026"),
            (.date, "de", "Europe/Berlin", "20. Nov. 2026"), (.date, "es", "Europe/Madrid", "20 nov 2026"),
            (.time, "en-US", "Nowhere/Land", "6:05 PM"),
        ]
    )
    func instants(formatter: Template.Formatter, locale: String, zone: String, expected: String) {
        #expect(TextFormatting().text(of: Self.moment, formatter: formatter, locale: locale, zone: zone) == expected)
    }

    /// Moments around Friday, 20 November 2026, 18:05 in UTC, which is Saturday in Tokyo.
    @Test(
        "A moment is written as the time alone on its day, with the weekday for six days around it, and in full beyond",
        arguments: [
            ("2026-11-20T18:05:00Z", "en-US", "America/New_York", "1:05 PM"),
            ("2026-11-20T05:00:00Z", "en-US", "America/New_York", "1:05 PM"),
            ("2026-11-21T04:59:59Z", "en-US", "America/New_York", "1:05 PM"),
            ("2026-11-21T05:00:00Z", "en-US", "America/New_York", "Fri 1:05 PM"),
            ("2026-11-20T18:05:00Z", "en-GB", "Asia/Tokyo", "3:05"),
            ("2026-11-20T14:59:00Z", "en-GB", "Asia/Tokyo", "Sat 03:05"),
            ("2026-11-21T12:00:00Z", "de", "Europe/Berlin", "Fr. 19:05"),
            ("2026-11-26T12:00:00Z", "es", "Europe/Madrid", "vie, 19:05"),
            ("2026-11-14T12:00:00Z", "en-GB", "+05:30", "Fri 23:35"),
            ("2026-11-27T12:00:00Z", "en-US", "UTC", "Nov 20, 2026 at 6:05 PM"),
            ("2026-11-13T12:00:00Z", "de", "Europe/Berlin", "20. Nov. 2026, 19:05"),
            ("2027-11-20T12:00:00Z", "en-GB", "Europe/London", "20 Nov 2026 at 18:05"),
            (nil, "en-GB", "Europe/London", "20 Nov 2026 at 18:05"),
        ] as [(String?, String, String, String)]
    )
    func when(now: String?, locale: String, zone: String, expected: String) {
        let text = TextFormatting().text(
            of: Self.moment,
            formatter: .when,
            locale: locale,
            zone: zone,
            now: now.flatMap { Timestamp(rfc3339: $0) }
        )
        #expect(text == expected)
    }

    @Test(
        "Money and numbers too",
        arguments: [
            ("en-US", "$1,234.50", "12,345"), ("de", "1.234,50 $", "12.345"),
        ]
    )
    func amounts(locale: String, money: String, number: String) {
        let formatting = TextFormatting()
        let value = VariableValue.money(amount: "1234.50", currency: "USD")
        #expect(formatting.text(of: value, formatter: .money, locale: locale, zone: "UTC") == money)
        #expect(formatting.text(of: .integer(12_345), formatter: .number, locale: locale, zone: "UTC") == number)
    }

    @Test(
        "Digits, calendar and spaces are those of the text, whatever the reader's are",
        arguments: CorpusFile.rows("formats")
    )
    func formats(_ row: CorpusRow) throws {
        let reader = try #require(row.input(0).string)
        let written = (row.input(1).array ?? []).compactMap(\.string)
        let copy = LocalizedText(
            byLocale: Dictionary(uniqueKeysWithValues: written.map { ($0, $0) }),
            fallbackLocale: try #require(written.first)
        )
        let formats = copy.locale(for: reader).formats
        let values: [(VariableValue, Template.Formatter)] = [
            (.number(1234.5), .number), (Self.moment, .date), (Self.moment, .time),
        ]
        let texts = values.map { TextFormatting().text(of: $0, formatter: $1, locale: formats, zone: "UTC") }
        #expect(texts.joined(separator: "|") == row.value.string, "\(row) \(formats)")
    }

    @Test(
        "no formatter writes the space that old fonts lack",
        arguments: [
            "en-US", "fr-FR", "fr-CA", "pl", "ru-RU", "uk", "cs", "de-CH", "es-ES", "sv", "fi", "en-ZA", "pt-PT",
        ]
    )
    func spaces(locale: String) {
        let values: [(VariableValue, Template.Formatter)] = [
            (.integer(1_234_567), .number), (.number(1_234_567.5), .number), (Self.moment, .date), (Self.moment, .time),
            (.money(amount: "1234567.5", currency: "EUR"), .money),
        ]
        for (value, formatter) in values {
            let text = TextFormatting().text(of: value, formatter: formatter, locale: locale, zone: "UTC")
            #expect(!text.contains("\u{202F}") && !text.contains("\u{00A0}"), "\(text)")
        }
    }

    @Test(
        "A reader without a zone reads times at their offset",
        arguments: [
            ("+05:30", "23:35"), ("-03:00", "15:05"), ("+00:00", "18:05"), ("+14:00", "8:05"), ("-09:30", "8:35"),
        ]
    )
    func offset(zone: String, expected: String) {
        #expect(TextFormatting().text(of: Self.moment, formatter: .time, locale: "en-GB", zone: zone) == expected)
    }

    @Test(
        "A value that runs against its text is isolated, a formatted one as well",
        arguments: [
            ("محمد", "en", "\u{2068}محمد\u{2069}"), ("Anna", "ar", "\u{2068}Anna\u{2069}"), ("Anna", "de", "Anna"),
            ("דנה", "he", "דנה"), ("a\u{202E}b", "en", "ab"), ("\u{2068}دينا\u{2069}", "en", "\u{2068}دينا\u{2069}"),
        ]
    )
    func isolated(value: String, locale: String, expected: String) {
        #expect(TextFormatting().text(of: .string(value), formatter: nil, locale: locale, zone: "UTC") == expected)
    }

    @Test("Without a formatter a value is written plainly")
    func plain() {
        #expect(TextFormatting().text(of: .integer(12_345), formatter: nil, locale: "de", zone: "UTC") == "12345")
    }
}
