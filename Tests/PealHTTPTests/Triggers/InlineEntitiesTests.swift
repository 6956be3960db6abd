import PealCore
import PealWire
import Testing

@testable import PealHTTP

@Suite("Entities that a trigger brings along")
struct InlineEntitiesTests {
    private static func caller(_ scopes: Set<String>) -> Caller {
        .backend(
            app: "reports",
            key: SecretKeyID(UUIDv7(milliseconds: 1, random: (0, 1))),
            grants: Set(scopes.compactMap { KeyGrant($0) })
        )
    }

    private static let brings = #"{"type":"assigned","entity":"report/r1","entities":{"report/r1":{"ownerId":"a"}}}"#
    private static let names = #"{"type":"assigned","entity":"report/r1"}"#

    private static func body(_ text: String) throws -> TriggerDraft {
        try TriggerDraft.read(Array(text.utf8), rules: ReadingRules(refusesUnknownMembers: true) { _ in true })
    }

    static let callers: [(Set<String>, Bool)] = [
        (["triggers"], true), (["triggers", "people"], true), (["triggers", "directory"], false), (["*"], false),
    ]

    @Test("need the scope that writes the directory as well", arguments: callers)
    func scope(scopes: Set<String>, isRefused: Bool) throws {
        let caller = Self.caller(scopes)
        let problem = InlineEntities.problem(with: try Self.body(Self.brings), of: caller)
        #expect((problem != nil) == isRefused)
        if isRefused {
            #expect(problem?.status == 403)
            #expect(problem?.code == .scopeMissing)
            #expect(problem?.errors.map(\.pointer) == ["/entities"])
        }
        #expect(InlineEntities.problem(with: try Self.body(Self.names), of: caller) == nil)
    }

    @Test("are refused one by one in a bulk call; the others go on")
    func bulk() throws {
        let bodies = try [Self.names, Self.brings, Self.names].map { text in
            Result<TriggerDraft, Problem>.success(try Self.body(text))
        }
        let bulk = BulkSubmission(bodies, of: Self.caller(["triggers"]))
        #expect(bulk.drafts.count == 2)
        let items = try JSONParser.parse(bulk.answer([], now: Timestamp(seconds: 0)).body).object?["items"]?.array
        #expect(items?.first?.object?["status"] == .integer(403))
        #expect(BulkSubmission(bodies, of: Self.caller(["*"])).drafts.count == 3)
    }
}
