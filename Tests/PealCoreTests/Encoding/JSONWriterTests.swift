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

    @Test("each byte is written as it is alone, wherever it stands, once or twice, whatever is next to it")
    func positions() {
        func written(_ plain: [UInt8]) -> [UInt8] {
            Array(JSONWriter.bytes { $0.string(utf8: plain) }.dropFirst().dropLast())
        }
        var wrong: [String] = []
        for byte in UInt8.min...UInt8.max {
            let alone = written([byte])
            for neighbour: UInt8 in [0x21, 0x80, 0xFF] {
                for (before, after) in (0...17).flatMap({ before in [0, 1, 7, 8, 17].map { (before, $0) } }) {
                    let left = [UInt8](repeating: neighbour, count: before)
                    let right = [UInt8](repeating: neighbour, count: after)
                    let isRight =
                        written(left + [byte] + right) == left + alone + right
                        && written([byte] + left + [byte] + right) == alone + left + alone + right
                    if !isRight { wrong.append("\(byte) after \(before) and before \(after) of \(neighbour)") }
                }
            }
        }
        #expect(wrong.isEmpty)
        let escaped = (UInt8.min...UInt8.max).filter { written([$0]).count > 1 }
        #expect(escaped == Array(0..<0x20) + Array("\"\\".utf8))
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
