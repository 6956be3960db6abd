import PealCore
import Testing

@Suite("JSON text")
struct JSONWriterTests {
    private func text(_ body: (inout JSONWriter) -> Void) -> String {
        String(decoding: JSONWriter.bytes(body), as: UTF8.self)
    }

    @Test("objects and arrays that are opened and closed get the same commas as those with closures")
    func forms() {
        let opened = text { json in
            json.beginObject()
            json.member("a", Int64(1))
            json.name("list")
            json.beginArray()
            json.integer(1)
            json.beginArray()
            json.endArray()
            json.bool(false)
            json.endArray()
            json.member("none", nil as Int?)
            json.member("b", "x")
            json.endObject()
        }
        let closures = text { json in
            json.object { json in
                json.member("a", 1)
                json.array("list", [0, 1, 2]) { json, index in
                    switch index {
                    case 0: json.integer(1)
                    case 1: json.array([Int]()) { $0.integer($1) }
                    default: json.bool(false)
                    }
                }
                json.member("b", "x")
            }
        }
        #expect(opened == #"{"a":1,"list":[1,[],false],"b":"x"}"#)
        #expect(closures == opened)
    }

    @Test(
        "only what has to be is escaped",
        arguments: [
            ("", #""""#), ("é😀/", #""é😀/""#), ("a\"b\\c", #""a\"b\\c""#), ("\n\r\t", #""\n\r\t""#),
            ("\u{0}\u{1f}x", #""\u0000\u001fx""#), ("tail\u{7}", #""tail\u0007""#),
        ]
    )
    func escapes(plain: String, quoted: String) {
        #expect(text { $0.string(plain) } == quoted)
        #expect(text { $0.string(utf8: Array(plain.utf8)) } == quoted)
    }

    @Test("each byte is escaped or not wherever it stands, whatever is next to it")
    func positions() {
        var escaped = 0
        var wrong: [String] = []
        for byte in UInt8.min...UInt8.max {
            let mustEscape = byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
            for length in [1, 7, 8, 9, 16, 17] {
                for (neighbour, position) in [UInt8(0x21), 0x80, 0xFF].flatMap({ n in (0..<length).map { (n, $0) } }) {
                    var plain = [UInt8](repeating: neighbour, count: length)
                    plain[position] = byte
                    let written = JSONWriter.bytes { $0.string(utf8: plain) }.dropFirst().dropLast()
                    let own = written.dropFirst(position).dropLast(length - 1 - position)
                    let isEscaped = own.count > 1 && own.first == UInt8(ascii: "\\")
                    let isKept = written.count == length && written.elementsEqual(plain)
                    if mustEscape ? !isEscaped : !isKept { wrong.append("\(byte) at \(position) of \(length)") }
                    if isEscaped { escaped += 1 }
                }
            }
        }
        #expect(wrong.isEmpty)
        #expect(escaped == 34 * 3 * 58)
    }

    @Test(
        "hundredths are written as a decimal fraction",
        arguments: [(0, "0"), (5, "0.05"), (75, "0.75"), (100, "1"), (1_230, "12.30")]
    )
    func hundredths(value: Int, text: String) { #expect(self.text { $0.hundredths(value) } == text) }

    @Test(
        "numbers that JSON cannot hold are null",
        arguments: [(0.5, "0.5"), (.infinity, "null"), (-.infinity, "null"), (.nan, "null")]
    )
    func numbers(value: Double, text: String) { #expect(self.text { $0.value(.number(value)) } == text) }
}
