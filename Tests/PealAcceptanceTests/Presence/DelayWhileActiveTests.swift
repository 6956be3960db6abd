import Foundation
import Testing

/// A type may let a push wait for a user who is looking at the app already.
@Suite("Active in the app")
struct DelayWhileActiveTests {
    @Test("R165: what a user in the app sees within the delay is not pushed", arguments: ["/seen", "/{id}/read"])
    func seenMeanwhile(_ act: String) async throws {
        try await withDelay { match, anna, phone in
            _ = try await anna.inbox()
            let event = try await match.trigger(MatchFixture.message(to: "anna"))
            let held = try await event.why("anna")
            #expect(held["channels"]["push"]["outcome"].string == "held")
            #expect(held["verdict"].string == "notified", "the inbox has it")
            #expect(held["steps"].items.contains { $0["stage"].string == "device" && $0["outcome"].string == "hold" })
            let id = try #require(try await anna.inbox().first?["id"].string)
            _ = try await anna.api.post("/api/v1/notifications" + act.replacing("{id}", with: id))
            #expect(try await event.pushReason("anna") == "resolved-elsewhere")
            try await match.sandbox.advance("PT1H")
            #expect(try await phone.pushes().isEmpty)
            #expect(try await event.report()["status"].string == "done")
        }
    }

    @Test("what they do not see goes when the delay is over, once")
    func notSeen() async throws {
        try await withDelay { match, anna, phone in
            _ = try await anna.inbox()
            let event = try await match.trigger(MatchFixture.message(to: "anna"))
            try await match.sandbox.advance("PT19S")
            #expect(try await phone.pushes().isEmpty)
            _ = try await anna.api.get("/api/v1/users/me/notifications?limit=1")
            try await match.sandbox.advance("PT1S")
            #expect(try await phone.notifications().count == 1, "staying in the app does not put it off for ever")
            let steps = try await event.why("anna")["steps"].items
            #expect(steps.contains { $0["stage"].string == "device" && $0["outcome"].string == "release" })
        }
    }

    @Test("who is not in the app, or was long ago, is pushed at once")
    func absent() async throws {
        try await withDelay { match, anna, phone in
            try await match.trigger(MatchFixture.message(to: "anna", in: "c1"))
            #expect(try await phone.notifications().count == 1)
            _ = try await anna.inbox()
            try await match.sandbox.advance("PT20S")
            try await match.trigger(MatchFixture.message(to: "anna", in: "c2"))
            #expect(try await phone.notifications().count == 2)
            // What a device reports in the background is no sign of life.
            let id = try #require(try await phone.shownIDs().last)
            _ = try await anna.api.post("/api/v1/notifications/\(id)/received")
            try await match.trigger(MatchFixture.message(to: "anna", in: "c3"))
            #expect(try await phone.notifications().count == 3)
        }
    }

    /// A sandbox whose messages wait 20 seconds for users who are in the app.
    private func withDelay(_ body: @escaping @Sendable (Backend, SignedInUser, Phone) async throws -> Void) async throws
    {
        let directory = FileManager.default.temporaryDirectory.appending(path: "peal-presence-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: directory) }
        let catalogs = directory.appending(path: "catalogs")
        try FileManager.default.createDirectory(at: catalogs, withIntermediateDirectories: true)
        let shipped = URL(filePath: #filePath).appending(path: "../../../../Catalogs/match.yaml").standardized
        let text = try String(contentsOf: shipped, encoding: .utf8)
        let thread = "    thread: conversation/{{entityId}}\n"
        try #require(text.contains(thread))
        let changed = text.replacing(thread, with: thread + "    delayWhileActive: 20s\n")
        try changed.write(to: catalogs.appending(path: "match.yaml"), atomically: true, encoding: .utf8)
        try await SandboxServer.run(catalogs: catalogs.path) { sandbox in
            try await sandbox.setClock(MatchFixture.noon)
            let match = sandbox.backend("match")
            let anna = try await match.user("anna")
            try await body(match, anna, try await anna.phone())
        }
    }
}
