import PealCore
import PealEngine
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

    @Test("Without a formatter a value is written plainly")
    func plain() {
        #expect(TextFormatting().text(of: .integer(12_345), formatter: nil, locale: "de", zone: "UTC") == "12345")
    }
}
