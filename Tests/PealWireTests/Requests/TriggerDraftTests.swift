import PealCore
import PealWire
import Testing

@Suite("Trigger bodies")
struct TriggerDraftTests {
    @Test("the example of the contract is read")
    func example() throws {
        let body = try TriggerDraft.read(
            """
            {"type": "assigned", "entity": "report/r1",
             "entities": {"report/r1": {"ownerId": "rahul", "status": "assigned", "times": {"startsAt": "2026-11-20T18:00:00Z"}}},
             "transition": "status-change-8841", "actor": {"id": "officer-1", "kind": "user"}, "to": {"owner": true},
             "data": {"title": "Broken lamp", "gone": null}, "priority": "high", "sendAt": "2026-11-20T18:00:00Z",
             "cancelKey": "session-9"}
            """
        )
        #expect(body.type == "assigned")
        #expect(body.entity == EntityRef("report/r1"))
        #expect(body.entities.map(\.ownerID) == [.set("rahul")])
        #expect(body.entities.first?.times == .set(["startsAt": Timestamp(seconds: 1_795_197_600)]))
        #expect(body.actor == Trigger.Actor(id: "officer-1", kind: .user))
        #expect(body.audience == .owner)
        #expect(body.data == ["title": .string("Broken lamp")])
        #expect(body.sendAt == Timestamp(seconds: 1_795_197_600))
        #expect(body.cancelKey == "session-9")
    }

    static let audiences: [(String, Audience)] = [
        (#"{"users":["a","b"]}"#, .users(["a", "b"])), (#"{"owner":true}"#, .owner), (#"{"all":true}"#, .all),
        (#"{"members":{"of":"self"}}"#, .members(MemberQuery(of: .itself))),
        (
            #"{"members":{"of":"org/o1","role":["admin"],"status":["confirmed"],"alsoMemberOf":"parent"}}"#,
            .members(
                MemberQuery(
                    of: .named(EntityRef(type: "org", id: "o1")),
                    roles: ["admin"],
                    statuses: ["confirmed"],
                    alsoMemberOf: .parent
                )
            )
        ),
    ]

    @Test("every audience is read", arguments: audiences)
    func audience(text: String, audience: Audience) throws {
        #expect(try TriggerDraft.read(#"{"type":"t","to":"# + text + "}").audience == audience)
    }

    static let problems: [(String, [String])] = [
        ("", ["malformed-json"]), ("{", ["malformed-json"]), ("[]", [""]), ("\"x\"", [""]), ("{}", ["/type"]),
        (#"{"type":1}"#, ["/type"]), (#"{"type":""}"#, ["/type"]), (#"{"type":null}"#, ["/type"]),
        ("{\"type\":\"a\\nb\"}", ["/type"]), (#"{"type":"t","typo":1}"#, ["/typo"]),
        (#"{"type":"t","a/b~":1}"#, ["/a~1b~0"]), (#"{"type":"t","entity":"r1"}"#, ["/entity"]),
        (#"{"type":"t","entity":"/r1"}"#, ["/entity"]), (#"{"type":"t","entity":"report/"}"#, ["/entity"]),
        (#"{"type":"t","entities":{"r1":{}}}"#, ["/entities/r1"]),
        (
            #"{"type":"t","entities":{"report/r1":{"status":5,"x":1}}}"#,
            ["/entities/report~1r1/status", "/entities/report~1r1/x"]
        ),
        (#"{"type":"t","entities":{"report/r1":{"timeZone":"Mars/Base"}}}"#, ["/entities/report~1r1/timeZone"]),
        (#"{"type":"t","actor":{}}"#, ["/actor"]), (#"{"type":"t","actor":{"kind":"robot"}}"#, ["/actor/kind"]),
        (#"{"type":"t","to":{}}"#, ["/to"]), (#"{"type":"t","to":{"owner":true,"all":true}}"#, ["/to"]),
        (#"{"type":"t","to":{"owner":false}}"#, ["/to/owner"]), (#"{"type":"t","to":{"all":1}}"#, ["/to/all"]),
        (#"{"type":"t","to":{"users":[]}}"#, ["/to/users"]),
        (#"{"type":"t","to":{"users":["a",7,""]}}"#, ["/to/users/1", "/to/users/2"]),
        (#"{"type":"t","to":{"users":"a"}}"#, ["/to/users"]),
        (#"{"type":"t","to":{"members":{}}}"#, ["/to/members/of"]),
        (#"{"type":"t","to":{"members":{"of":"nobody"}}}"#, ["/to/members/of"]),
        (#"{"type":"t","to":{"members":{"of":"self","role":"admin"}}}"#, ["/to/members/role"]),
        (#"{"type":"t","data":[]}"#, ["/data"]), (#"{"type":"t","data":{"":1}}"#, ["/data/"]),
        (#"{"type":"t","sendAt":"tomorrow"}"#, ["/sendAt"]), (#"{"type":"t","sendAt":1795197600}"#, ["/sendAt"]),
        (#"{"type":"t","priority":1,"cancelKey":"","transition":{}}"#, ["/cancelKey", "/priority", "/transition"]),
    ]

    @Test("every problem is reported with its pointer", arguments: problems)
    func problem(text: String, pointers: [String]) { #expect(TriggerDraft.pointers(text) == pointers) }

    @Test("a thousand named users are read and one more is not", arguments: [(1000, []), (1001, ["/to/users"])])
    func manyUsers(count: Int, pointers: [String]) {
        let users = (0..<count).map { "\"u\($0)\"" }.joined(separator: ",")
        #expect(TriggerDraft.pointers(#"{"type":"t","to":{"users":["# + users + "]}}") == pointers)
    }

    @Test("a hostile body gets at most fifty problems")
    func bounded() {
        let members = (0..<500).map { "\"x\($0)\":1" }.joined(separator: ",")
        #expect(TriggerDraft.pointers(#"{"type":"t","# + members + "}").count == 50)
    }

    @Test("in a bulk call each trigger keeps its own problems")
    func bulk() throws {
        let text = #"{"triggers":[{"type":"t"},{"type":1,"x":2},7]}"#
        let bulk = try TriggerBulkBody.read(Array(text.utf8), rules: .backend)
        let pointers = bulk.triggers.map { result -> [String] in
            guard case .failure(let problem) = result else { return [] }
            return problem.errors.map(\.pointer)
        }
        #expect(pointers == [[], ["/triggers/1/type", "/triggers/1/x"], ["/triggers/2"]])
    }

    @Test(
        "a bulk call that is no list of triggers is refused whole",
        arguments: ["{}", #"{"triggers":[]}"#, "[]", #"{"triggers":{}}"#]
    )
    func bulkRefused(text: String) {
        #expect(throws: Problem.self) { try TriggerBulkBody.read(Array(text.utf8), rules: .backend) }
    }
}
