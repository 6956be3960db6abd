import PealCore
import Testing

@Suite("Values of variables")
struct VariableValueTests {
    @Test(
        "a fitting value is read and has a plain text",
        arguments: [
            (JSONValue.string("Lamp"), VariableType.string, VariableValue.string("Lamp"), "Lamp"),
            (.string("two\n\tlines"), .text, .text("two\n\tlines"), "two\n\tlines"),
            (.integer(-3), .integer, .integer(-3), "-3"),
            (.number(4), .integer, .integer(4), "4"),
            (.number(2.5), .number, .number(2.5), "2.5"),
            (.integer(3), .number, .number(3), "3"),
            (.bool(true), .boolean, .boolean(true), "true"),
            (
                .string("2026-11-20T19:00:00+01:00"), .instant, .instant(Timestamp(seconds: 1_795_197_600)),
                "2026-11-20T18:00:00Z"
            ),
            (.string("PT1H30M"), .duration, .duration(.seconds(5400)), "1 h 30 min"),
            (.string("2d"), .duration, .duration(.seconds(172_800)), "2 d"),
            (.string("250ms"), .duration, .duration(.milliseconds(250)), "250 ms"),
            (.string("25.00 USD"), .money, .money(amount: "25.00", currency: "USD"), "25.00 USD"),
            (
                .object(["amount": .string("-0.5"), "currency": .string("EUR")]), .money,
                .money(amount: "-0.5", currency: "EUR"), "-0.5 EUR"
            ),
            (
                .object(["amount": .integer(7), "currency": .string("JPY")]), .money,
                .money(amount: "7", currency: "JPY"), "7 JPY"
            ),
        ] as [(JSONValue, VariableType, VariableValue, String)]
    )
    func reads(json: JSONValue, type: VariableType, value: VariableValue, plain: String) throws {
        let read = try VariableValue(json: json, as: type)
        #expect(read == value)
        #expect(read.plain == plain)
    }

    @Test("a date is read as a day")
    func date() throws {
        let read = try VariableValue(json: .string("2026-11-25"), as: .date)
        #expect(read.plain == "2026-11-25")
    }

    @Test(
        "a value that does not fit is refused",
        arguments: [
            (.integer(1), .string), (.null, .string), (.array([]), .text), (.string(""), .string),
            (.string(" \n"), .text),
            (.string("a\u{0}b"), .string), (.string("a\u{7}b"), .text), (.string("a\u{1B}[31m"), .string),
            (.string("a\u{85}b"), .string), (.string("1"), .integer), (.number(1.5), .integer),
            (.number(1e300), .integer),
            (.bool(true), .integer), (.number(.infinity), .number), (.number(.nan), .number), (.string("2"), .number),
            (.string("true"), .boolean), (.integer(1), .boolean), (.string("2026-11-20"), .instant),
            (.string("2026-11-20T18:00:00"), .instant), (.integer(0), .instant), (.string("2026-02-30"), .date),
            (.string("tomorrow"), .date), (.string("1 hour"), .duration), (.integer(60), .duration),
            (.string("25 usd"), .money), (.string("25.00"), .money), (.string("USD 25.00"), .money),
            (.string("25,00 USD"), .money), (.string("1e3 USD"), .money), (.string(".5 USD"), .money),
            (.string("5. USD"), .money), (.string("0.00001 USD"), .money), (.string("1234567890123456 USD"), .money),
            (.string("٢ USD"), .money), (.object(["amount": .number(2.5), "currency": .string("USD")]), .money),
            (.object(["amount": .string("2"), "currency": .string("USD"), "x": .null]), .money), (.integer(25), .money),
        ] as [(JSONValue, VariableType)]
    )
    func refuses(json: JSONValue, type: VariableType) {
        #expect(throws: VariableValue.Problem.self) { try VariableValue(json: json, as: type) }
    }

    @Test(
        "lengths are counted in graphemes and bounded in bytes",
        arguments: [
            ("é", 1000, .string, true), ("é", 1001, .string, false), ("a", 4000, .text, true),
            ("a", 4001, .text, false), ("👩‍👩‍👧‍👦", 400, .string, true), ("\u{301}", 100_000, .string, false),
        ] as [(String, Int, VariableType, Bool)]
    )
    func lengths(_ character: String, count: Int, as type: VariableType, fits: Bool) {
        // A mark alone has a letter to stand on.
        let text = (character == "\u{301}" ? "a" : "") + String(repeating: character, count: count)
        if fits {
            #expect(throws: Never.self) { try VariableValue(json: .string(text), as: type) }
        } else {
            #expect(throws: VariableValue.Problem.self) { try VariableValue(json: .string(text), as: type) }
        }
    }
}
