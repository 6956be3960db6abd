import PealCatalog
import Testing

@Suite("Hostile files give findings and never a crash")
struct HostileFileTests {
    @Test("a file over 1 MiB is refused before it is parsed")
    func huge() {
        let reading = CatalogReader.read(yaml: String(repeating: "a: b\n", count: 300_000), file: "x")
        #expect(reading.findings.map(\.code) == ["too-large"])
        #expect(reading.catalog == nil)
    }

    @Test("aliases are refused, so that they cannot multiply")
    func billionLaughs() {
        var yaml = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n"
        for level in 1...30 {
            let inner = Array(repeating: "*a\(level - 1)", count: 9).joined(separator: ", ")
            yaml += "a\(level): &a\(level) [\(inner)]\n"
        }
        let asKey = yaml + "? *a30\n: x\n"
        for text in [yaml, asKey] {
            #expect(CatalogReader.read(yaml: text, file: "x").findings.map(\.code) == ["yaml-alias"])
        }
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

    @Test("a byte order mark at the start is no part of the file; anywhere else it is")
    func byteOrderMark() {
        let marked = "\u{FEFF}" + SmallCatalog.text
        let reading = CatalogReader.read(yaml: marked, file: "x")
        #expect(reading.findings.allSatisfy { $0.code == "missing-locale" })
        #expect(reading.catalog != nil)
        #expect(CatalogReader.json(yaml: marked) == CatalogReader.json(yaml: SmallCatalog.text))
        let faulty = CatalogReader.read(yaml: marked.replacing("app: demo", with: "ap: demo"), file: "x")
        #expect(faulty.findings.first.map { [$0.line, $0.column] } == [1, 1])
        #expect(CatalogReader.read(yaml: "app\u{FEFF}: demo", file: "x").catalog == nil)
        #expect(CatalogReader.read(yaml: "\u{FEFF}\u{FEFF}" + SmallCatalog.text, file: "x").catalog == nil)
        #expect(CatalogReader.read(yaml: "\u{FEFF}", file: "x").findings.map(\.code) == ["yaml-syntax"])
    }

    @Test("a flood of faults is cut")
    func flood() {
        let yaml = (0..<5000).map { "k\($0): 1\n" }.joined()
        let reading = CatalogReader.read(yaml: yaml, file: "x")
        #expect(reading.findings.count == 201)
        #expect(reading.findings.last?.code == "too-many-findings")
    }

    @Test("more values than a catalog can need are refused")
    func manyValues() {
        let reading = CatalogReader.read(yaml: "a: [" + String(repeating: "1,", count: 60_000) + "]", file: "x")
        #expect(reading.findings.map(\.code) == ["too-many-values"])
    }

    @Test("every cut of a real catalog gives an answer")
    func cuts() {
        let bytes = Array(SmallCatalog.text.utf8)
        for length in stride(from: 0, to: bytes.count, by: 7) {
            let reading = CatalogReader.read(yaml: String(decoding: bytes[..<length], as: UTF8.self), file: "x")
            #expect(reading.catalog != nil || !reading.findings.isEmpty)
        }
    }
}
