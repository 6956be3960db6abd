import PealCore
import PealWire
import Testing

@Suite("JSON writer")
struct JSONWriterTests {
    @Test("members, arrays and nesting get their commas")
    func shape() {
        let bytes = JSONWriter.bytes { writer in
            writer.object { writer in
                writer.member("a", 1)
                writer.member("none", nil as String?)
                writer.member("null", orNull: nil)
                writer.array("list", [1, 2]) { $0.integer($1) }
                writer.object("empty") { _ in }
                writer.array("objects", ["x", "y"]) { writer, name in writer.object { $0.member("name", name) } }
                writer.member("at", Timestamp(milliseconds: 1500))
                writer.member("yes", true)
            }
        }
        #expect(
            String(decoding: bytes, as: UTF8.self)
                == #"{"a":1,"null":null,"list":[1,2],"empty":{},"objects":[{"name":"x"},{"name":"y"}],"#
                + #""at":"1970-01-01T00:00:01.500Z","yes":true}"#
        )
    }

    static let values: [JSONValue] = [
        .null, .bool(true), .integer(.min), .integer(.max), .number(0.1), .number(-1.5e300), .string(""),
        .string("quote \" back \\ slash / line \n tab \t bell \u{7} nul \0 é 😀 \u{2028}"), .array([]), .object([:]),
        .array([.array([.object(["a": .array([.null, .string("x")])])])]),
        .object(["b": .integer(1), "a": .object(["é\"": .bool(false)])]),
    ]

    @Test("what is written is read back the same", arguments: values)
    func roundTrip(value: JSONValue) throws {
        #expect(try JSONParser.parse(JSONWriter.bytes { $0.value(value) }) == value)
    }

    @Test("equal objects give equal bytes")
    func order() {
        let names = (0..<50).map { "name\($0)" }
        let one = Dictionary(uniqueKeysWithValues: names.map { ($0, JSONValue.null) })
        let other = Dictionary(uniqueKeysWithValues: names.reversed().map { ($0, JSONValue.null) })
        #expect(JSONWriter.bytes { $0.value(.object(one)) } == JSONWriter.bytes { $0.value(.object(other)) })
    }
}
