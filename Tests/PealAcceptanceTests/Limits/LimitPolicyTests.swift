import Testing

@Suite("Sender limits: queue, digest, by actor (C17)")
struct LimitPolicyTests {
    private static let shipped = "scope: org, max: 10, per: calendar-day, tz: org, onExceed: reject"

    /// Replaces the shipped limit by another and makes an organisation.
    private static func limit(_ rule: String, _ sandbox: Sandbox) async throws -> (Backend, SignedInUser, Phone) {
        let nhs = sandbox.backend("nhs")
        try await CatalogFile(backend: nhs).publish((shipped, rule))
        let anna = try await NHSFixture.organisation("o1", members: ["anna"], on: nhs)[0]
        return (nhs, anna, try await anna.phone())
    }

    /// What `why` says of a trigger's place under a limit.
    private static func queue(of trigger: String, _ backend: Backend) async throws -> String? {
        try await backend.api.get("/api/v1/why?trigger=\(trigger)")["findings"].items
            .first { $0["code"].string == "trigger-queued" }?["detail"].string
    }

    @Test("R160: with `queue` one too many waits for the first later window with quota, and its TTL begins then")
    func queue() async throws {
        try await withSandbox(at: "2030-01-15T16:00:00Z") { sandbox in
            let (nhs, _, phone) = try await Self.limit(
                "scope: org, max: 2, per: calendar-day, tz: org, onExceed: queue",
                sandbox
            )
            var due: [String?] = []
            var third: String?
            for number in 1...5 {
                let answer = try await nhs.post(NHSFixture.announcement("q\(number)", org: "o1")).expecting(202)
                #expect(answer["status"].string == (number <= 2 ? "running" : "scheduled"))
                let id = try #require(answer["id"].string)
                due.append(try await nhs.api.get("/api/v1/triggers/\(id)")["dueAt"].string)
                if number == 3 { third = id }
            }
            #expect(
                due == [
                    "2030-01-15T16:00:00Z", "2030-01-15T16:00:00Z", "2030-01-16T06:00:00Z", "2030-01-16T06:00:00Z",
                    "2030-01-17T06:00:00Z",
                ]
            )
            try await sandbox.settle()
            #expect(try await phone.pushes().count == 2)
            let queued = try #require(third)
            #expect(
                try await Self.queue(of: queued, nhs)?.contains("is queued by the limit announcement-day for org/o1")
                    == true
            )
            try await sandbox.setClock("2030-01-16T06:00:00Z")
            #expect(try await phone.pushes().count == 4)
            #expect(
                try await Self.queue(of: queued, nhs)?.contains("window from 2030-01-16 00:00 Chicago (06:00 UTC)")
                    == true
            )
            // What waits has its place in its window already.
            let late = try await nhs.post(NHSFixture.announcement("q6", org: "o1")).expecting(202)
            #expect(late["status"].string == "scheduled")
            try await sandbox.setClock("2030-01-17T06:00:00Z")
            #expect(try await phone.pushes().count == 6)
        }
    }

    @Test("R160: with `digest` those too many are accepted, and pushed as one when the window ends")
    func digest() async throws {
        try await withSandbox(at: "2030-01-15T16:00:00Z") { sandbox in
            let (nhs, anna, phone) = try await Self.limit(
                "scope: org, max: 2, per: calendar-day, tz: org, onExceed: digest",
                sandbox
            )
            for number in 1...5 { try await nhs.trigger(NHSFixture.announcement("d\(number)", org: "o1")) }
            #expect(try await anna.inbox().count == 5, "the inbox has them at once")
            #expect(try await phone.pushes().count == 2)
            try await sandbox.setClock("2030-01-16T05:59:59Z")
            #expect(try await phone.pushes().count == 2)
            try await sandbox.setClock("2030-01-16T06:00:00Z")
            #expect(try await phone.pushes().count == 3, "one for the three")
            try await nhs.trigger(NHSFixture.announcement("d6", org: "o1"))
            #expect(try await phone.pushes().count == 4)
        }
    }

    @Test(
        "R160, R109: the digest of a limit is in the reader's language",
        arguments: [("de", "Kudos für dich", "2 Leute danken dir"), ("en", "Kudos for you", "2 people thank you")]
    )
    func words(_ locale: String, _ title: String, _ body: String) async throws {
        try await withSandbox(at: "2030-01-15T16:00:00Z") { sandbox in
            let gss = sandbox.backend("gss")
            let answer = try await CatalogFile(backend: gss).publish(
                (
                    "devices: {staleAfter: 90d}",
                    """
                    devices: {staleAfter: 90d}
                    limits:
                      - types: [kudos]
                        scope: actor
                        max: 1
                        per: calendar-day
                        tz: app
                        onExceed: digest
                        title: {en: Kudos for you, de: Kudos für dich}
                        body: {en: "{{count}} people thank you", de: "{{count}} Leute danken dir"}
                    """
                )
            )
            #expect(answer["warnings"].items.isEmpty)
            let phone = try await gss.user("anna", ["locale": "\(locale)"]).phone()
            for _ in 1...3 {
                try await gss.trigger([
                    "type": "kudos", "to": ["users": ["anna"]], "actor": ["id": "dana", "kind": "user"],
                    "data": ["from": "Dana", "message": "Thanks"],
                ])
            }
            #expect(try await phone.pushes().count == 1)
            try await sandbox.setClock("2030-01-15T23:00:00Z")
            let pushes = try await phone.pushes()
            #expect(pushes.count == 2, "midnight in Berlin")
            #expect(pushes.last?.title == title)
            #expect(pushes.last?.body == body)
        }
    }

    @Test("R160: with `scope: actor` it counts who sends, whatever the organisation")
    func actor() async throws {
        try await withSandbox(at: "2030-01-15T16:30:00Z") { sandbox in
            let (nhs, _, _) = try await Self.limit(
                "scope: actor, max: 1, per: hour, tz: app, onExceed: reject",
                sandbox
            )
            _ = try await NHSFixture.organisation("o2", members: ["bert"], on: nhs)
            for officer in ["ines", "jon"] {
                try await nhs.user(officer)
                for org in ["o1", "o2"] { try await nhs.putMember(officer, of: "org/\(org)", ["role": "officer"]) }
            }
            func send(_ id: String, _ org: String, by actor: String) async throws -> Reply {
                try await nhs.post(
                    NHSFixture.announcement(id, org: org).with("actor", ["id": "\(actor)", "kind": "user"])
                )
            }
            #expect(try await send("a1", "o1", by: "ines").status == 202)
            let refused = try await send("a2", "o2", by: "ines")
            #expect(refused.status == 429)
            #expect(refused["Retry-After"] == "1800")
            #expect(try await send("a3", "o1", by: "jon").status == 202)
            try await sandbox.setClock("2030-01-15T17:00:00Z")
            #expect(try await send("a2", "o2", by: "ines").status == 202)
        }
    }
}
