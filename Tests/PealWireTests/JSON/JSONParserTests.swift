import PealCore
import PealWire
import Testing

@Suite("JSON parser")
struct JSONParserTests {
    static let validTexts: [(String, JSONValue)] = [
        ("null", .null), (" true ", .bool(true)), ("false", .bool(false)), ("0", .integer(0)), ("-0", .integer(0)),
        ("9223372036854775807", .integer(.max)), ("-9223372036854775808", .integer(.min)), ("1.5", .number(1.5)),
        ("1e3", .number(1000)), ("1E+2", .number(100)), ("-2.5e-1", .number(-0.25)), ("\"\"", .string("")),
        (#""a\"\\\/\b\f\n\r\tz""#, .string("a\"\\/\u{8}\u{c}\n\r\tz")), (#""\u00e9\u0041""#, .string("éA")),
        (#""\ud83d\ude00 x""#, .string("😀 x")), ("\"😀é\"", .string("😀é")), (#""\u0000""#, .string("\0")),
        ("[]", .array([])), ("[1, 2 ,\n3]", .array([.integer(1), .integer(2), .integer(3)])), ("{}", .object([:])),
        (#"{ "a" : {"b":[null]} , "c":"" }"#, .object(["a": .object(["b": .array([.null])]), "c": .string("")])),
        (#"{"":1}"#, .object(["": .integer(1)])),
    ]

    @Test("valid texts are read", arguments: validTexts)
    func valid(text: String, value: JSONValue) throws {
        #expect(try JSONParser.parse(Array(text.utf8)) == value)
    }

    static let invalidTexts: [(String, Int)] = [
        ("", 0), ("  ", 2), ("nul", 0), ("True", 0), ("nullx", 4), ("1 2", 2), ("01", 1), ("-", 1), ("+1", 0),
        (".5", 0),
        ("1.", 2), ("1e", 2), ("1e+", 3), ("0x10", 1), ("NaN", 0), ("Infinity", 0), ("1e400", 0), ("-1e999", 0),
        ("9223372036854775808", 0), ("123456789012345678901234567890", 0), ("[1", 2), ("[1,]", 3), ("[,1]", 1),
        ("[1 2]", 3),
        ("{", 1), ("{\"a\"}", 4), ("{\"a\":}", 5), ("{\"a\":1,}", 7), ("{a:1}", 1), ("{\"a\":1 \"b\":2}", 7), ("}", 0),
        ("\"abc", 4), ("'a'", 0), ("\"\n\"", 1), ("\"\t\"", 1), (#""\x41""#, 2), (#""\u12g4""#, 5), (#""\u12"#, 5),
        (#""\ud800""#, 7), (#""\udc00""#, 7), (#""\ud800\u0041""#, 13), ("// no\n1", 0), ("\u{feff}\u{feff}1", 3),
        (" \u{feff}1", 1), ("1\u{feff}", 1), ("\u{feff}", 3),
        (#"{"a":1,"a":2}"#, 7), (#"{"a":1,"b":{"c":1,"c":1}}"#, 18), (#"{"a":1,"\u0061":2}"#, 7),
    ]

    @Test("one byte order mark before a text is passed over", arguments: ["1", " 1", "[1]", "\"\u{feff}\"", "{}"])
    func mark(text: String) throws {
        #expect(try JSONParser.parse([0xEF, 0xBB, 0xBF] + Array(text.utf8)) == JSONParser.parse(Array(text.utf8)))
    }

    @Test("UTF-16 is named", arguments: [[0xFF, 0xFE, 0x31, 0], [0xFE, 0xFF, 0, 0x31]] as [[UInt8]])
    func wide(bytes: [UInt8]) {
        let error = #expect(throws: JSONSyntaxError.self) { try JSONParser.parse(bytes) }
        #expect(error?.description.contains("UTF-16") == true)
    }

    @Test("invalid texts are refused where they go wrong", arguments: invalidTexts)
    func invalid(text: String, offset: Int) {
        let error = #expect(throws: JSONSyntaxError.self) { try JSONParser.parse(Array(text.utf8)) }
        #expect(error?.offset == offset)
    }

    @Test("two Unicode forms of a name in one object are refused by that name, not as the same member")
    func unicodeForms() {
        let error = #expect(throws: JSONSyntaxError.self) {
            try JSONParser.parse(Array("{\"\u{E9}\":1,\"e\u{301}\":2}".utf8))
        }
        #expect(error?.message.hasPrefix("another Unicode form of an earlier member") == true)
    }

    static let brokenSequences: [[UInt8]] = [
        [0x80], [0xFF], [0xC3], [0xC0, 0xAF], [0xE2, 0x82], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80],
        [0xF8, 0x88, 0x80, 0x80],
    ]

    @Test("broken UTF-8 is refused, in values and names, with and without escapes", arguments: brokenSequences)
    func brokenUTF8(bytes: [UInt8]) {
        let quote = UInt8(ascii: "\"")
        let texts = [
            [quote] + bytes + [quote], [quote] + Array(#"\n"#.utf8) + bytes + [quote],
            Array("{\"".utf8) + bytes + Array("\":1}".utf8),
        ]
        for text in texts {
            #expect(throws: JSONSyntaxError.self) { try JSONParser.parse(text) }
        }
    }

    @Test("depth is bounded", arguments: [("[", "]"), ("{\"a\":", "}")])
    func depth(open: String, close: String) throws {
        func nested(_ depth: Int) -> [UInt8] {
            Array((String(repeating: open, count: depth) + "1" + String(repeating: close, count: depth)).utf8)
        }
        _ = try JSONParser.parse(nested(JSONParser.maximumDepth))
        #expect(throws: JSONSyntaxError.self) { try JSONParser.parse(nested(JSONParser.maximumDepth + 1)) }
        #expect(throws: JSONSyntaxError.self) {
            try JSONParser.parse(Array(String(repeating: open, count: 100_000).utf8))
        }
    }

    private static let cuttable = Array(#"{"a":[1,-2.5e3,"x\u00e9\ud83d\ude00",true,null],"b":{"c":false}}"#.utf8)

    @Test("every cut of a valid text is refused and nothing crashes", arguments: cuttable.indices)
    func cuts(end: Int) throws {
        _ = try JSONParser.parse(Self.cuttable)
        #expect(throws: JSONSyntaxError.self) { try JSONParser.parse(Array(Self.cuttable[..<end])) }
    }
}
