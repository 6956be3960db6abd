import Testing

@Suite("S1 matching and chat: everybody")
struct BroadcastTests {
    @Test("US2.1: new offers go to everybody of this app and to nobody of another")
    func everybody() async throws {
        try await withSandbox(at: MatchFixture.noon) { sandbox in
            let match = sandbox.backend("match")
            let phones = [try await match.user("anna").phone(), try await match.user("bob").phone()]
            let stranger = try await sandbox.backend("gss").user("cara").phone()
            let event = try await match.trigger(["type": "new-offer", "to": ["all": true], "data": ["count": 5]])
            for phone in phones { #expect(try await phone.notifications().count == 1) }
            #expect(try await stranger.pushes().isEmpty)
            #expect(try await event.report()["counts"]["recipients"].int == 2)
        }
    }

    @Test(
        "An app that does not allow broadcasts cannot be made to (R063, R256)",
        arguments: ["gss", "nhs", "reports", "dsober"]
    )
    func forbidden(_ app: String) async throws {
        try await withSandbox { sandbox in
            let types = [
                "gss": "kudos", "nhs": "announcement", "reports": "assigned", "dsober": "event-active",
            ]
            let reply = try await sandbox.backend(app).post(["type": "\(types[app] ?? "")", "to": ["all": true]])
            #expect(reply.status == 422)
            #expect(reply.pointers.contains("/to"))
            #expect(try await sandbox.backend(app).triggerCount() == 0)
        }
    }
}
