import Testing

@Suite("Contract: the most mutes of a user", .sharedSandbox())
struct MuteLimitTests {
    @Test("one more is refused with 422 and not 429, which clients repeat: no waiting makes room")
    func mutes() async throws {
        let anna = try await SharedSandbox.sandbox.backend("gss").user("mutes")
        for number in 1...200 { try await anna.mute(["scope": "thread", "id": "t\(number)"]) }
        let reply = try await anna.api.send("PUT", "/api/v1/users/me/mutes", ["scope": "thread", "id": "t201"])
        #expect(reply.status == 422, "\(reply)")
        #expect(reply.code == "limit-reached")
        #expect(reply.json["limit"].string == "mutes")
        #expect(reply.json["detail"].string == "a user can have at most 200 mutes; delete one first")
        #expect(reply["retry-after"] == nil)
    }
}
