import PealCore
import PealWire
import Testing

@Suite("Directory bodies", .timeLimit(.minutes(15)))
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

    @Test("names count graphemes, attributes bytes, roles elements")
    func limits() {
        let family = String(repeating: "👨‍👩‍👧", count: 100)
        #expect(UserBody.pointers("{\"name\":\"\(family)\"}") == [])
        #expect(UserBody.pointers("{\"name\":\"\(String(repeating: "a", count: 201))\"}") == ["/name"])
        let large = String(repeating: "x", count: 17_000)
        #expect(UserBody.pointers("{\"attributes\":{\"a\":\"\(large)\"}}") == ["/attributes"])
        let roles = (0..<51).map { "\"r\($0)\"" }.joined(separator: ",")
        #expect(UserBody.pointers("{\"roles\":[\(roles)]}") == ["/roles"])
    }

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

    @Test("users' clients may know more than the server")
    func unknownMembers() {
        #expect(DeviceChangeBody.pointers(#"{"enabled":true,"future":{"x":1}}"#, .person) == [])
        #expect(DeviceChangeBody.pointers(#"{"enabled":true,"future":{"x":1}}"#, .backend) == ["/future"])
    }
}
