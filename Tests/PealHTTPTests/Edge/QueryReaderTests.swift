import PealCore
import PealWire
import Testing

@testable import PealHTTP

@Suite("Reading queries")
struct QueryReaderTests {
    private enum Colour: String, CaseIterable { case red, green }

    struct Example: Sendable, CustomTestStringConvertible {
        var query: String
        var pointers: [String]
        var testDescription: String { query.count > 60 ? "\(query.prefix(60))… (\(query.count))" : query }
    }

    /// Reads `limit` 1 to 200, `user` of at most 20 bytes, `since`, `dryRun` and `colour`.
    private static func read(_ query: String?) -> QueryReader {
        let reader = QueryReader(query)
        _ = reader.integer("limit", in: 1...200)
        _ = reader.identifier("user", bytes: 20)
        _ = reader.timestamp("since")
        _ = reader.flag("dryRun")
        _ = reader.word("colour", Colour.self)
        return reader
    }

    static let bad = [
        Example(query: "limit=0", pointers: ["?limit"]), Example(query: "limit=201", pointers: ["?limit"]),
        Example(query: "limit=-1", pointers: ["?limit"]), Example(query: "limit=1.0", pointers: ["?limit"]),
        Example(query: "limit=0x10", pointers: ["?limit"]), Example(query: "limit=%D9%A3", pointers: ["?limit"]),
        Example(query: "limit=99999999999999999999", pointers: ["?limit"]),
        Example(query: "user=\(String(repeating: "u", count: 21))", pointers: ["?user"]),
        Example(query: "user=a%00b", pointers: ["?user"]), Example(query: "user=a%C2%85b", pointers: ["?user"]),
        Example(query: "since=yesterday", pointers: ["?since"]),
        Example(query: "since=2026-11-20", pointers: ["?since"]),
        Example(query: "dryRun", pointers: ["?dryRun"]), Example(query: "dryRun=", pointers: ["?dryRun"]),
        Example(query: "dryRun=1", pointers: ["?dryRun"]), Example(query: "dryRun=TRUE", pointers: ["?dryRun"]),
        Example(query: "colour=blue", pointers: ["?colour"]),
        Example(query: "limit=5&limit=6", pointers: ["?limit"]), Example(query: "user=%GG", pointers: ["?user"]),
        Example(query: "user=%F", pointers: ["?user"]), Example(query: "user=%FF", pointers: ["?user"]),
        Example(query: "%zz=1", pointers: ["?%zz"]),
        Example(query: "limit=0&since=x&dryRun=no", pointers: ["?limit", "?since", "?dryRun"]),
        Example(query: (0...100).map { "a\($0)=1" }.joined(separator: "&"), pointers: ["?"]),
    ]

    @Test("tells every problem at once, and where it stands", arguments: bad)
    func refused(_ example: Example) {
        let problem = #expect(throws: Problem.self) { try Self.read(example.query).finish() }
        #expect(problem?.code == .invalid)
        #expect(problem?.errors.map(\.pointer) == example.pointers)
    }

    @Test(
        "takes what it knows and passes over the rest",
        arguments: [
            nil, "", "&&", "limit=1", "limit=200&user=ann", "limit=", "unknown=1", "user=a%20b", "user=a+b",
            "since=2026-11-20T18:00:00Z", "since=2026-11-20T18:00:00%2B01:00", "dryRun=true&colour=green",
            "user=%F0%9F%98%80",
            (0..<100).map { "a\($0)=1" }.joined(separator: "&"),
        ] as [String?]
    )
    func taken(query: String?) { #expect(throws: Never.self) { try Self.read(query).finish() } }

    @Test(
        "an unknown name is a problem where the known ones are given, with the nearest of them",
        arguments: [
            ("dryrun=true", "unknown parameter `dryrun`; did you mean `dryRun`?"),
            ("dry_run=true", "unknown parameter `dry_run`; did you mean `dryRun`?"),
            ("dryRun%20=true", "unknown parameter `dryRun `; did you mean `dryRun`?"),
            ("recal", "unknown parameter `recal`; did you mean `recall`?"),
            ("tenant=1", "unknown parameter `tenant`; known: dryRun, recall"),
        ]
    )
    func unknown(query: String, detail: String) {
        let reader = QueryReader(query, known: ["dryRun", "recall"])
        let problem = #expect(throws: Problem.self) { try reader.finish() }
        #expect(problem?.errors.map(\.detail) == [detail])
    }

    @Test(
        "a name without a value is a problem where that is asked for, but for the cursor of a first page",
        arguments: [
            ("to=", ["?to"]), ("type", ["?type"]), ("to=&type=", ["?to", "?type"]), ("limit=", ["?limit"]),
            ("colour=", ["?colour"]),
            ("user=", ["?user"]), ("cursor=", []), ("cursor", []), ("to=2026-11-20T18:00:00Z", []), ("", []),
        ]
    )
    func empty(query: String, pointers: [String]) throws {
        let reader = QueryReader(query, refusesEmpty: true)
        for _ in 0..<2 {
            _ = reader.timestamp("to")
            _ = reader.identifier("type")
            _ = reader.integer("limit", in: 1...200)
            _ = reader.word("colour", Colour.self)
            _ = reader.text("cursor")
        }
        if query.hasPrefix("user") { _ = reader.requiredIdentifier("user") }
        let problem: Problem?
        do throws(Problem) {
            try reader.finish()
            problem = nil
        } catch {
            problem = error
        }
        #expect(problem?.errors.map(\.pointer) ?? [] == pointers)
    }

    @Test(
        "equal queries have one spelling",
        arguments: ["user=a%20b&by=x", "by=x&user=a+b", "&by=%78&&user=a b&none=", "dryRun=false&by=x&user=a b"]
    )
    func canonical(query: String) {
        #expect(QueryReader(query).canonical(without: "dryRun") == "by=x&user=a%20b")
    }

    @Test("values come decoded")
    func values() {
        let reader = QueryReader("user=a%26b+c&limit=7&dryRun=true&colour=red&since=1970-01-01T00:00:01Z")
        #expect(reader.identifier("user") == "a&b c")
        #expect(reader.integer("limit", in: 1...200) == 7)
        #expect(reader.flag("dryRun"))
        #expect(reader.word("colour", Colour.self) == .red)
        #expect(reader.timestamp("since") == Timestamp(seconds: 1))
        #expect(reader.text("none") == nil)
        #expect(!reader.flag("none"))
    }

    @Test("a required name that is not there, or empty, is a problem", arguments: [nil, "other=1", "user="])
    func required(query: String?) {
        let reader = QueryReader(query)
        #expect(reader.requiredIdentifier("user") == "")
        let problem = #expect(throws: Problem.self) { try reader.finish() }
        #expect(problem?.errors == [FieldProblem("is required", at: "?user")])
    }

    @Test("an answer never carries more than fifty problems")
    func bounded() {
        let reader = QueryReader((0..<99).map { "a\($0)=%zz" }.joined(separator: "&"))
        let problem = #expect(throws: Problem.self) { try reader.finish() }
        #expect(problem?.errors.count == 50)
    }

    @Test(
        "Paths are decoded strictly",
        arguments: [
            ("a%2Fb", "a/b"), ("a+b", "a+b"), ("%C3%A9", "é"), ("%41", "A"), ("", ""), ("%", nil), ("%4", nil),
            ("%4g", nil),
            ("%C3", nil), ("%ED%A0%80", nil),
        ] as [(String, String?)]
    )
    func paths(text: String, decoded: String?) { #expect(PercentCoding.decode(text) == decoded) }

    @Test(
        "A path has one spelling, whatever its parameters hold",
        arguments: [("a", "a"), ("a/b", "a%2Fb"), ("é", "%C3%A9"), ("a b%", "a%20b%25"), ("A-Z_~.9", "A-Z_~.9")]
    )
    func spelling(name: String, escaped: String) {
        #expect(APIRoute.putUser.path(with: ["userId": name]) == "/api/v1/users/\(escaped)")
        #expect(PercentCoding.decode(escaped) == name)
        #expect(APIRoute.submitTrigger.path(with: [:]) == "/api/v1/triggers")
    }
}
