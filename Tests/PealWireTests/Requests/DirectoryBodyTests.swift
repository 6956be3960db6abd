import PealCore
import PealWire
import Testing

@Suite("Directory bodies")
struct DirectoryBodyTests {
    @Test("a user is read")
    func user() throws {
        let text = #"{"name":"Asha","locale":"en-GB","timeZone":"Europe/Berlin","roles":["dd"],"attributes":{"age":7}}"#
        let body = try UserBody.read(text)
        #expect(body.name == "Asha")
        #expect(body.roles == ["dd"])
        #expect(body.attributes == ["age": .integer(7)])
    }

    static let userProblems: [(String, [String])] = [
        (#"{"name":""}"#, ["/name"]), (#"{"name":"a\u0000b"}"#, ["/name"]),
        (#"{"locale":"english please"}"#, ["/locale"]),
        (#"{"locale":"e"}"#, ["/locale"]), (#"{"timeZone":"../etc/passwd"}"#, ["/timeZone"]),
        (#"{"roles":"dd"}"#, ["/roles"]), (#"{"roles":["dd",null,5]}"#, ["/roles/1", "/roles/2"]),
        (#"{"attributes":[1]}"#, ["/attributes"]), (#"{"nme":"x"}"#, ["/nme"]),
    ]

    @Test("what is wrong with a user is pointed at", arguments: userProblems)
    func userProblem(text: String, pointers: [String]) { #expect(UserBody.pointers(text) == pointers) }

    private static let lengths: [(String, [String])] = [
        ("{\"name\":\"\(String(repeating: "👨‍👩‍👧", count: 100))\"}", []),
        ("{\"name\":\"\(String(repeating: "a", count: 201))\"}", ["/name"]),
        ("{\"attributes\":{\"a\":\"\(String(repeating: "x", count: 17_000))\"}}", ["/attributes"]),
        ("{\"roles\":[\((0..<51).map { "\"r\($0)\"" }.joined(separator: ","))]}", ["/roles"]),
    ]

    @Test("names count graphemes, attributes bytes, roles elements", arguments: lengths)
    func limits(text: String, pointers: [String]) { #expect(UserBody.pointers(text) == pointers) }

    @Test("an answer may be sent back as it came")
    func readOnlyMembers() {
        #expect(UserBody.pointers(#"{"id":"a","createdAt":"x","updatedAt":"y"}"#) == [])
        #expect(EntityBody.pointers(#"{"entity":"a/b","type":"a","id":"b","updatedAt":"y"}"#) == [])
    }

    static let entityProblems: [(String, [String])] = [
        (#"{"parent":"org"}"#, ["/parent"]), (#"{"ownerId":5}"#, ["/ownerId"]),
        (#"{"times":{"startsAt":"soon"}}"#, ["/times/startsAt"]),
        (#"{"status":"","timeZone":"UTC"}"#, ["/status"]),
    ]

    @Test("what is wrong with an entity is pointed at", arguments: entityProblems)
    func entityProblem(text: String, pointers: [String]) { #expect(EntityBody.pointers(text) == pointers) }

    @Test("of a merge patch, `null` removes and what is absent stays (RFC 7396)")
    func nulls() throws {
        let body = try EntityBody.read(#"{"parent":null,"status":"open","times":null,"attributes":{"a":null}}"#)
        let patch = body.patch(of: EntityRef(type: "event", id: "e"))
        #expect(patch.parent == .remove && patch.times == .remove)
        #expect(patch.ownerID == .keep && patch.timeZone == .keep)
        #expect(patch.status == .set("open"))
        #expect(patch.attributes == .set(["a": .null]))
    }

    @Test("users' clients may know more than the server", arguments: [(true, []), (false, ["/future"])])
    func unknownMembers(isUser: Bool, pointers: [String]) {
        let text = #"{"enabled":true,"future":{"x":1}}"#
        #expect(DeviceChangeBody.pointers(text, isUser ? .user : .backend) == pointers)
    }
}
