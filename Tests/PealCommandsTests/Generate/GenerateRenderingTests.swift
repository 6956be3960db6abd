import Testing

@testable import PealCommands

@Suite("Generated files")
struct GenerateRenderingTests {
    @Test(
        "every type of variable has a type of the language, and a value of the API",
        arguments: [
            ("string", "x", "a: string;", "a: str,", "a: String,", "JSON.string(a)"),
            ("text", "x", "a: string;", "a: str,", "a: String,", "JSON.string(a)"),
            ("integer", "1", "a: number;", "a: int,", "a: Int,", "JSON.integer(a)"),
            ("number", "1.5", "a: number;", "a: float,", "a: Double,", "JSON.number(a)"),
            ("boolean", "true", "a: boolean;", "a: bool,", "a: Bool,", "JSON.bool(a)"),
            ("instant", "'2026-11-20T18:00:00Z'", "a: Date;", "a: datetime.datetime,", "a: Date,", "JSON.instant(a)"),
            ("date", "'2026-11-20'", "a: CalendarDate;", "a: datetime.date,", "a: Day,", "a.json"),
            ("duration", "PT15M", "a: ISODuration;", "a: datetime.timedelta,", "a: Duration,", "JSON.duration(a)"),
            ("money", "25.00 USD", "a: Money;", "a: Money,", "a: Money,", "a.json"),
        ]
    )
    func types(
        _ type: String,
        example: String,
        typescript: String,
        python: String,
        swift: String,
        json: String
    ) throws {
        let fixture = GenerateFixture(data: "{a: {type: \(type), example: \(example)}}")
        #expect(try fixture.text(.typescript).contains("\n  readonly \(typescript)\n"))
        #expect(try fixture.text(.python).contains("\n        \(python)\n"))
        #expect(try fixture.text(.swift).contains("\n        \(swift)\n"))
        #expect(try fixture.text(.swift).contains("\"a\": \(json),"))
    }

    @Test("a variable that may be left out may be left out in every language")
    func optional() throws {
        let fixture = GenerateFixture(data: "{a: {type: instant, example: '2026-11-20T18:00:00Z', optional: true}}")
        #expect(try fixture.text(.typescript).contains("readonly a?: Date | undefined;"))
        #expect(try fixture.text(.typescript).contains("\"a\": input.a?.toISOString(),"))
        #expect(try fixture.text(.python).contains("a: datetime.datetime | None = None,"))
        #expect(try fixture.text(.swift).contains("a: Date? = nil,"))
        #expect(try fixture.text(.swift).contains("\"a\": a.map(JSON.instant),"))
    }

    @Test("the same catalog gives the same file", arguments: ClientLanguage.allCases)
    func deterministic(_ language: ClientLanguage) throws {
        var fixture = GenerateFixture(type: "audience: {allow: [all, owner, members, users]}")
        fixture.entities = "{z: {}, a: {}, m: {}, b: {}, y: {}}"
        fixture.more = "priorityAliases: {z: high, a: high, m: low, b: low}"
        let first = try fixture.text(language)
        for _ in 0..<5 { #expect(try fixture.text(language) == first) }
        #expect(first.hasSuffix("\n") && !first.hasSuffix("\n\n"))
        #expect(first.split(separator: "\n").allSatisfy { !$0.hasSuffix(" ") })
    }

    @Test("the first lines name the app, the command and the hash of the catalog", arguments: ClientLanguage.allCases)
    func header(_ language: ClientLanguage) throws {
        let lines = try GenerateFixture().text(language).split(separator: "\n").prefix(3)
        #expect(lines[0].contains("`bikes`"))
        #expect(lines[1].contains("`peal generate \(language.rawValue)`"))
        #expect(lines[2].wholeMatch(of: /.. ?SHA-256 of the catalog: [0-9a-f]{64}/) != nil, "\(lines[2])")
    }

    @Test(
        "no text of a catalog ends a comment or a string",
        arguments: [#"Stop */ process.exit() /*"#, #"\"\"\" + x"#, #"ends with \\"#, #"a\nb"#, #"\(x)"#, "\u{202E}abc"]
    )
    func texts(_ title: String) throws {
        let plain = title.replacing(#"\("#, with: #"\\("#)
        let fixture = GenerateFixture(title: plain)
        let typescript = try fixture.text(.typescript)
        #expect(typescript.ranges(of: "*/").count == typescript.ranges(of: "/**").count)
        let python = try fixture.text(.python)
        #expect(python.ranges(of: "\"\"\"").count % 2 == 0)
        let other = GenerateFixture(title: "Hello")
        // What is no comment is the same whatever the text says.
        #expect(Self.code(try fixture.text(.swift), "///") == Self.code(try other.text(.swift), "///"))
        for language in ClientLanguage.allCases { #expect(!(try fixture.text(language)).contains("\u{202E}")) }
    }

    private static func code(_ text: String, _ mark: String) -> [Substring] {
        text.split(separator: "\n").filter { !$0.contains(mark) && !$0.contains("SHA-256") }
    }

    @Test("a literal has its quotes and backslashes escaped")
    func literals() {
        #expect(SourceText.literal(#"a"b\c"#) == #""a\"b\\c""#)
        #expect(SourceText.literal("a\nb") == #""a b""#)
        #expect(SourceText.wrapped("one two three", width: 7) == ["one two", "three"])
    }
}
