import Testing

@Suite("A catalog tried on recorded traffic")
struct TrafficDiffTests {
    @Test("what would be suppressed, said otherwise or refused, with counts and users, and nothing is sent")
    func differences() async throws {
        try await withSandbox(at: "2030-01-15T16:00:00Z") { sandbox in
            let nhs = sandbox.backend("nhs")
            let file = CatalogFile(backend: nhs)
            let users = try await NHSFixture.organisation("o1", members: ["anna", "ben", "cleo"], on: nhs)
            _ = try await users[0].phone()
            try await users[1].setCategory("announcements", enabled: false)
            try await nhs.trigger(NHSFixture.announcement("a1", org: "o1"))
            try await sandbox.advance("PT2H")
            try await nhs.trigger(NHSFixture.announcement("a2", org: "o1"))
            let pushes = try await sandbox.pushCount()

            let same = try await file.send("POST", "/diff?since=P7D", try await file.text()).expecting(200)
            #expect(same["triggers"].int == 2)
            #expect(same["decisions"].int == 6)
            #expect(same["differing"].int == 0)
            #expect(same["before"]["send"].int == 2)
            #expect(same["before"]["suppress"].int == 4)

            let off = try await file.edited(
                ("  announcement:\n    category", "  announcement:\n    enabled: false\n    category")
            )
            let found = try await file.send("POST", "/diff?since=P7D", off).expecting(200)
            #expect(found["differing"].int == 6)
            #expect(found["after"]["suppress"].int == 6)
            let push = found["changes"].items.first { $0["aspect"].string == "push" && $0["from"].string == "send" }
            #expect(push?["to"].string == "suppress type-disabled")
            #expect(push?["count"].int == 2)
            #expect(push?["users"].items.map(\.string) == ["anna"])

            let gone = try await file.send("POST", "/diff?since=PT1H", off).expecting(200)
            #expect(gone["triggers"].int == 1, "the first was stated before")

            let reworded = try await file.edited(
                ("title: {en: \"{{title}}\", es", "title: {en: \"News: {{title}}\", es")
            )
            let words = try await file.send("POST", "/diff?limit=1", reworded).expecting(200)
            #expect(words["changes"].items.map { $0["aspect"].string } == ["content"])
            #expect(words["changes"][0]["count"].int == 4, "ben reads nothing of it either way")
            #expect(words["changes"][0]["users"].items.count == 1)

            let strict = try await file.edited(
                (
                    "      preview: {type: text, example: We",
                    "      room: {type: string, example: \"12\"}\n      preview: {type: text, example: We"
                )
            )
            let refused = try await file.send("POST", "/diff", strict).expecting(200)
            #expect(refused["after"]["rejected"].int == 6)
            #expect(refused["changes"].items.allSatisfy { $0["to"].string == "rejected missing-variable" })

            #expect(try await sandbox.pushCount() == pushes)
            #expect(try await nhs.triggerCount() == 2)
            #expect(try await file.send("POST", "/diff?since=P40D", off).status == 422)
            #expect(try await file.send("POST", "/diff", "app: nhs").status == 422)
        }
    }

    @Test("quiet hours and another default audience are tried at the instant each trigger was due")
    func audienceAndTime() async throws {
        try await withSandbox(at: "2030-01-16T04:30:00Z") { sandbox in
            let nhs = sandbox.backend("nhs")
            let file = CatalogFile(backend: nhs)
            let users = try await NHSFixture.organisation("o1", members: ["anna", "ben"], on: nhs)
            for user in users { _ = try await user.phone() }
            try await nhs.trigger(NHSFixture.announcement("a1", org: "o1"))
            try await sandbox.advance("PT12H")
            try await nhs.trigger(NHSFixture.announcement("a2", org: "o1"))
            let quiet = try await file.edited(
                ("  quietHours: false", "  quietHours: true"),
                ("providers:", "quietHours: {default: {start: \"22:00\", end: \"08:00\"}, action: defer}\nproviders:")
            )
            let held = try await file.send("POST", "/diff", quiet).expecting(200)
            #expect(held["changes"].items.count == 1)
            #expect(held["changes"][0]["to"].string == "hold")
            #expect(held["changes"][0]["count"].int == 2, "only the trigger of the night is held, for both")

            let nobody = try await file.edited(
                (
                    "audience: {default: {members: {of: parent, role: [member]}}, allow: [users, members]}",
                    "audience: {default: {members: {of: parent, role: [officer]}}, allow: [users, members]}"
                )
            )
            let narrowed = try await file.send("POST", "/diff", nobody).expecting(200)
            #expect(narrowed["after"]["not-addressed"].int == 4)
            #expect(narrowed["changes"][0]["aspect"].string == "recipient")
        }
    }
}
