import Testing

@Suite("Bundling: throttles and summaries (R162, R163)", .timeLimit(.minutes(15)))
struct FatigueTests {
    private static func message(_ number: Int, to user: String = "anna", in conversation: String = "c1") -> JSON {
        [
            "type": "message", "entity": "conversation/\(conversation)", "to": ["users": ["\(user)"]],
            "data": ["sender": "Alex", "preview": "Message \(number)"],
        ]
    }

    private static func announcement(_ number: Int, _ user: String = "anna") -> JSON {
        NHSFixture.announcement("a\(number)", to: user)
    }

    @Test("R162: more messages than the limit in five minutes are collected into one push five minutes later")
    func throttle() async throws {
        try await withSandbox(at: "2030-01-15T12:00:00Z") { sandbox in
            let match = sandbox.backend("match")
            let anna = try await match.person("anna", ["timeZone": "UTC"])
            let phone = try await anna.phone()
            for number in 0..<14 { try await match.trigger(Self.message(number)) }
            #expect(try await phone.pushes().count == 10)
            #expect(try await anna.inbox().count == 14)
            try await sandbox.setClock("2030-01-15T12:04:59Z")
            #expect(try await phone.pushes().count == 10)
            try await sandbox.setClock("2030-01-15T12:05:00Z")
            let pushes = try await phone.pushes()
            #expect(pushes.count == 11)
            #expect(pushes.last?.body == "4 new messages")
        }
    }

    @Test("R162: many triggers in one request meet the same cap")
    func bulk() async throws {
        try await withSandbox(at: "2030-01-15T12:00:00Z") { sandbox in
            let match = sandbox.backend("match")
            let phone = try await match.person("anna", ["timeZone": "UTC"]).phone()
            _ = try await match.api.post(
                "/api/v1/triggers/bulk",
                ["triggers": .list((0..<60).map { Self.message($0) })]
            )
            try await sandbox.settle()
            #expect(try await phone.pushes().count == 10)
            try await sandbox.advance("PT10M")
            #expect(try await phone.pushes().count == 11)
        }
    }

    @Test("R162: a bundle whose window ends in quiet hours waits for their end")
    func quiet() async throws {
        try await withSandbox(at: "2030-01-15T21:58:00Z") { sandbox in
            let match = sandbox.backend("match")
            let phone = try await match.person("anna", ["timeZone": "UTC"]).phone()
            for number in 0..<12 { try await match.trigger(Self.message(number)) }
            try await sandbox.setClock("2030-01-16T07:59:59Z")
            #expect(try await phone.pushes().count == 10)
            try await sandbox.setClock("2030-01-16T08:00:00Z")
            #expect(try await phone.pushes().last?.body == "2 new messages")
        }
    }

    @Test("R163: the sixth one pending becomes a summary; once the app is opened single ones come again")
    func summary() async throws {
        try await withSandbox(at: "2030-01-15T16:00:00Z") { sandbox in
            let nhs = sandbox.backend("nhs")
            let anna = try await nhs.person("anna")
            let phone = try await anna.phone()
            for number in 1...6 { try await nhs.trigger(Self.announcement(number)) }
            let bodies = try await phone.pushes().map(\.body)
            #expect(bodies.count == 6)
            #expect(bodies.last == "You have 6 new notifications.")
            let links = try await phone.pushes().map { $0.peal["link"].string ?? "" }
            #expect(links.first == "/announcements?highlight=a1")
            #expect(links.last == "/notifications", "no single one of them is where a summary leads")
            let seventh = try await nhs.trigger(Self.announcement(7))
            #expect(try await phone.pushes().count == 6, "the next summary is not at once")
            #expect(try await seventh.why("anna")["channels"]["inApp"]["outcome"].string == "shown")
            try await sandbox.advance("PT5M")
            #expect(try await phone.pushes().last?.body == "You have 7 new notifications.")
            #expect(try await anna.inbox().count == 7)

            _ = try await anna.api.post("/api/v1/notifications/seen")
            try await sandbox.advance("PT6M")
            try await nhs.trigger(Self.announcement(8))
            #expect(try await phone.pushes().last?.title == "Announcement 8")
        }
    }

    @Test("R163: one summary stands on the phone, and counts on in its place until the app is opened")
    func oneSummary() async throws {
        try await withSandbox(at: "2030-01-15T16:00:00Z") { sandbox in
            let nhs = sandbox.backend("nhs")
            let anna = try await nhs.person("anna")
            let phone = try await anna.phone()
            func shown() async throws -> [String] {
                try await phone.notifications().compactMap { $0["body"].string }
                    .filter { $0.contains("new notifications") }
            }
            for number in 1...6 { try await nhs.trigger(Self.announcement(number)) }
            for number in 7...9 {
                try await sandbox.advance("PT6M")
                try await nhs.trigger(Self.announcement(number))
                #expect(try await shown() == ["You have \(number) new notifications."])
            }
            try await nhs.trigger(Self.announcement(10))
            try await sandbox.advance("PT6M")
            #expect(try await shown() == ["You have 10 new notifications."])
            #expect(try await phone.notifications().count == 6, "the five single ones, and the summary")
        }
    }

    @Test("R163: what waited over night is summarised in the morning when it is more than five", arguments: [5, 7])
    func morning(_ count: Int) async throws {
        // 23:00 in Chicago.
        try await withSandbox(at: "2030-01-16T05:00:00Z") { sandbox in
            let nhs = sandbox.backend("nhs")
            try await NHSFixture.observeQuietNights(nhs)
            let anna = try await nhs.person("anna", ["timeZone": "America/Chicago"])
            let phone = try await anna.phone()
            for number in 1...count { try await nhs.trigger(Self.announcement(number)) }
            try await sandbox.setClock("2030-01-16T13:59:59Z")
            #expect(try await phone.pushes().isEmpty)
            try await sandbox.setClock("2030-01-16T14:00:00Z")
            try await sandbox.advance("PT30M")
            let bodies = try await phone.pushes().map(\.body)
            if count > 5 {
                #expect(bodies == ["You have 7 new notifications."])
            } else {
                #expect(bodies.count == 5, "not more than five: each for itself")
            }
            #expect(try await anna.inbox().count == count)
        }
    }

    @Test("R163: urgent and individual ones come through however many are pending (I10)")
    func urgent() async throws {
        try await withSandbox(at: "2030-01-15T16:00:00Z") { sandbox in
            let nhs = sandbox.backend("nhs")
            let phone = try await nhs.person("anna").phone(capabilities: ["bluetooth": "granted"])
            for number in 1...7 { try await nhs.trigger(Self.announcement(number)) }
            try await nhs.trigger(NHSFixture.session("s1", org: "o1").with("to", ["users": ["anna"]]))
            #expect(try await phone.pushes().last?.body?.contains("new notifications") == false)
        }
    }
}
