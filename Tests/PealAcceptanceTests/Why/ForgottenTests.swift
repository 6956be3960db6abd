import Testing

@Suite("Why and diff when retention has run (R215)")
struct ForgottenTests {
    /// Inbox rows outlive the log; then the log is swept.
    private static func sweptLog(_ sandbox: Sandbox) async throws -> (backend: Backend, event: AppEvent) {
        let dsober = sandbox.backend("dsober")
        let file = CatalogFile(backend: dsober)
        // Shorter than the specification wants, which the shipped catalog does not allow.
        try await file.publish(
            ("inbox: 30d, deliveryLog: 30d", "inbox: 300d, deliveryLog: 5d"),
            (", atLeast: {deliveryLog: 30d}", "")
        )
        _ = try await DSoberFixture.group("g1", admins: ["alex"], on: dsober)
        let event = try await dsober.trigger(DSoberFixture.sepFailed("g1"))
        try await sandbox.advance("P6D")
        _ = try await eventually("the log is swept") {
            try await event.why("alex")["steps"].items
        } until: {
            $0.isEmpty
        }
        return (dsober, event)
    }

    @Test("a decision whose log is gone is told as such, not as one without steps")
    func why() async throws {
        try await withSandbox(at: "2030-01-15T12:00:00Z") { sandbox in
            let (_, event) = try await Self.sweptLog(sandbox)
            let item = try await event.why("alex")
            #expect(item["steps"].items.isEmpty && item["deliveries"].items.isEmpty)
            let losses = item["losses"].items
            #expect(losses.map { $0["code"].string } == ["trace-not-kept"])
            #expect(losses[0]["detail"].string?.hasSuffix("the delivery log is kept for 5 days.") == true)
            #expect(item["verdict"].string != nil && item["catalogVersion"].int == 2)
        }
    }

    @Test("a diff leaves out triggers whose data is gone, and says how many and why")
    func diff() async throws {
        try await withSandbox(at: "2030-01-15T12:00:00Z") { sandbox in
            let (dsober, _) = try await Self.sweptLog(sandbox)
            try await dsober.trigger(DSoberFixture.sepFailed("g1"))
            let file = CatalogFile(backend: dsober)
            let found = try await file.send("POST", "/diff?since=P30D", try await file.text()).expecting(200)
            #expect(found["triggers"].int == 1)
            #expect(found["unreadable"].int == 1)
            let notes = found["notes"].items.compactMap(\.string)
            #expect(notes.contains("1 trigger is skipped: the data was deleted by retention."), "\(notes)")
            #expect(notes.first?.hasPrefix("Users are evaluated as they are now") == true)
        }
    }

    @Test("a diff names what it does not try: summaries, limits, schedules")
    func untried() async throws {
        try await withSandbox { sandbox in
            let nhs = sandbox.backend("nhs")
            let file = CatalogFile(backend: nhs)
            _ = try await NHSFixture.organisation("o1", members: ["anna"], on: nhs)
            try await nhs.trigger(NHSFixture.announcement("a1", org: "o1"))
            let same = try await file.send("POST", "/diff", try await file.text()).expecting(200)
            #expect(same["untried"].items.isEmpty)
            #expect(same["notes"].items.count == 1)
            let other = try await file.edited(("      over: 5", "      over: 2"), ("max: 10, per", "max: 3, per"))
            let found = try await file.send("POST", "/diff", other).expecting(200)
            #expect(found["differing"].int == 0)
            #expect(found["untried"].items.map(\.string) == ["types.announcement.summary", "limits"])
            #expect(
                found["notes"].items.last?.string?.hasPrefix("Not evaluated: types.announcement.summary, limits")
                    == true
            )
        }
    }

    @Test("a send at local times is tried again for everybody, each at their own time")
    func localTimes() async throws {
        try await withSandbox(at: "2030-01-14T12:00:00Z") { sandbox in
            let gss = sandbox.backend("gss")
            for (user, zone) in [("east", "Asia/Tokyo"), ("west", "America/Chicago")] {
                _ = try await gss.user(user, ["timeZone": "\(zone)"]).phone()
            }
            _ = try await gss.post([
                "type": "system", "to": ["users": ["east", "west"]], "sendAtLocal": "2030-01-15T08:00",
                "data": ["headline": "Good morning", "message": "It is eight o'clock"],
            ]).expecting(202)
            try await sandbox.setClock("2030-01-16T12:00:00Z")
            let file = CatalogFile(backend: gss)
            let found = try await file.send("POST", "/diff?since=P7D", try await file.text()).expecting(200)
            #expect(found["decisions"].int == 2)
            #expect(found["after"]["send"].int == 2)
        }
    }
}
