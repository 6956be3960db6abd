import PealCore
import Testing

@testable import PealSandbox

@Suite("The simulators' JSON reader")
struct JSONTextTests {
    @Test(
        "reads what is JSON",
        arguments: [
            ("null", JSONValue.null), (" true ", .bool(true)), ("-0", .integer(0)), ("9007199254740993", .integer(9_007_199_254_740_993)),
            ("1.5e2", .number(150)), ("18446744073709551616", .number(18_446_744_073_709_551_616)),
            (#""a\n\u00e9\ud83d\ude00\/""#, .string("a\né😀/")), ("\"é\"", .string("é")),
            (#"{"a":[1,{}],"b":[]}"#, .object(["a": .array([.integer(1), .object([:])]), "b": .array([])])),
        ])
    func reads(_ text: String, value: JSONValue) {
        #expect(JSONText.parse(Array(text.utf8)) == value)
        #expect(JSONText.parse(JSONText.write(value)) == value)
    }

    @Test(
        "reads nothing else",
        arguments: [
            "", " ", "nul", "01", "1.", ".5", "+1", "1e", "--1", "\"", "\"\\x\"", "\"\\u12\"", #""\ud83d""#, #""\ude00""#,
            "\"\u{1}\"", "[1,]", "[1 2]", "{\"a\"}", "{\"a\":1,}", "{a:1}", #"{"a":1,"a":2}"#, "1 2", "1e999",
            String(repeating: "[", count: 100) + String(repeating: "]", count: 100),
        ])
    func refuses(_ text: String) {
        #expect(JSONText.parse(Array(text.utf8)) == nil)
    }

    @Test("reads no text that is not UTF-8")
    func encoding() {
        #expect(JSONText.parse([0x22, 0xC3, 0x28, 0x22]) == nil)
        #expect(JSONText.parse([0x22, 0x5C, 0x6E, 0xFF, 0x22]) == nil)
    }
}
