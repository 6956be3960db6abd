import PealCatalog
import Testing

@Suite("Hostile files give findings and never a crash")
struct HostileFileTests {
    @Test("aliases are refused, so that they cannot multiply", arguments: ["", "? *a30\n: x\n"])
    func billionLaughs(end: String) {
        var yaml = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n"
        for level in 1...30 {
            let inner = Array(repeating: "*a\(level - 1)", count: 9).joined(separator: ", ")
            yaml += "a\(level): &a\(level) [\(inner)]\n"
        }
        #expect(CatalogReader.read(yaml: yaml + end, file: "x").findings.map(\.code) == ["yaml-alias"])
    }

    @Test("an ampersand and an asterisk in copy are no alias")
    func harmless() {
        let (reading, _) = SmallCatalog.read([("title: Hello", "title: \"Q&A *today* & R&B\"")])
        #expect(reading.findings == [])
    }

    @Test(
        "deep nesting is refused",
        arguments: [
            String(repeating: "[", count: 100_000),
            String(repeating: "[", count: 900) + String(repeating: "]", count: 900),
            "a: " + String(repeating: "{a: ", count: 500) + "x" + String(repeating: "}", count: 500),
            String(repeating: "- ", count: 100_000),
            String(repeating: "- ", count: 900) + "x",
            String(repeating: "? ", count: 900) + "x",
            (0..<600).map { String(repeating: " ", count: $0) + "a:\n" }.joined(),
        ]
    )
    func deep(yaml: String) {
        let reading = CatalogReader.read(yaml: yaml, file: "x")
        #expect(reading.catalog == nil)
        #expect(!reading.findings.isEmpty)
    }

    @Test(
        "what is no YAML mapping is named",
        arguments: [
            ("", "yaml-syntax"), ("# nothing\n", "yaml-syntax"), ("just text", "wrong-type"), ("[a, b]", "wrong-type"),
            ("null", "wrong-type"), ("app: \"x", "yaml-syntax"), ("a: b\n\tc: d", "yaml-syntax"),
            ("\u{0}\u{1}\u{2}", "yaml-syntax"),
            ("a: \u{7}", "yaml-syntax"), ("%PDF-1.7", "yaml-syntax"), ("a: 1\n---\nb: 2", "yaml-syntax"),
            ("a: *b", "yaml-syntax"),
            ("? [a]\n: b", "wrong-type"), ("{a: 1, a: 2}", "duplicate-key"), ("\u{FFFD}\u{FFFD}: [", "yaml-syntax"),
        ]
    )
    func noMapping(yaml: String, code: String) {
        let reading = CatalogReader.read(yaml: yaml, file: "x")
        #expect(reading.findings.first?.code == code)
        #expect(reading.catalog == nil)
    }

    @Test("a byte order mark at the start is no part of the file")
    func byteOrderMark() {
        let marked = "\u{FEFF}" + SmallCatalog.text
        let reading = CatalogReader.read(yaml: marked, file: "x")
        #expect(reading.findings.allSatisfy { $0.code == "missing-locale" })
        #expect(reading.catalog != nil)
        #expect(CatalogReader.json(yaml: marked) == CatalogReader.json(yaml: SmallCatalog.text))
        let faulty = CatalogReader.read(yaml: marked.replacing("app: demo", with: "ap: demo"), file: "x")
        #expect(faulty.findings.first.map { [$0.line, $0.column] } == [1, 1])
        #expect(CatalogReader.read(yaml: "\u{FEFF}", file: "x").findings.map(\.code) == ["yaml-syntax"])
    }

    @Test(
        "a byte order mark anywhere else is one of the file",
        arguments: ["app\u{FEFF}: demo", "\u{FEFF}\u{FEFF}" + SmallCatalog.text]
    )
    func otherMark(yaml: String) { #expect(CatalogReader.read(yaml: yaml, file: "x").catalog == nil) }

    /// What a file begins with, repeats so often with a number for `#`, and ends with; its findings, and the last of them.
    private static let floods: [(String, String, Int, String, Int, String)] = [
        ("", "a: b\n", 300_000, "", 1, "too-large"), ("a: [", "1,", 60_000, "]", 1, "too-many-values"),
        ("", "k#: 1\n", 5_000, "", 201, "too-many-findings"),
    ]

    @Test("a file that is too large, or has too many values or faults, is refused", arguments: floods)
    func flood(start: String, part: String, times: Int, end: String, count: Int, code: String) {
        let parts = (0..<times).map { part.contains("#") ? part.replacing("#", with: "\($0)") : part }
        let reading = CatalogReader.read(yaml: start + parts.joined() + end, file: "x")
        #expect(reading.findings.count == count)
        #expect(reading.findings.last?.code == code)
        #expect(reading.catalog == nil)
    }

    @Test(
        "every cut of a real catalog gives an answer",
        arguments: Array(stride(from: 0, to: SmallCatalog.text.utf8.count, by: 7))
    )
    func cuts(length: Int) {
        let bytes = Array(SmallCatalog.text.utf8)
        let reading = CatalogReader.read(yaml: String(decoding: bytes[..<length], as: UTF8.self), file: "x")
        #expect(reading.catalog != nil || !reading.findings.isEmpty)
    }
}
