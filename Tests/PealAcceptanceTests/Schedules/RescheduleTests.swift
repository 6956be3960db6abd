import Testing

@Suite("Reschedule and resume")
struct RescheduleTests {
    private static let noon = "2030-01-15T12:00:00Z"
    private static let kudos: JSON = ["type": "kudos", "to": ["users": ["anna"]], "data": GSSKind.kudos]

    private static func schedule(_ sendAt: String, _ body: JSON = kudos, on backend: Backend) async throws -> AppEvent {
        let answer = try await backend.post(body.with("sendAt", "\(sendAt)")).expecting(202)
        return AppEvent(backend: backend, id: try #require(answer["id"].string))
    }

    @Test("a trigger that waits is moved, later and earlier; it is sent once, at its last time, and expires by that")
    func moved() async throws {
        try await withSandbox(at: Self.noon) { sandbox in
            let gss = sandbox.backend("gss")
            let phone = try await gss.user("anna").phone()
            let event = try await Self.schedule("2030-01-15T13:00:00Z", on: gss)
            let path = "/api/v1/triggers/\(event.id)"
            // Kudos live for three days: by its old time it would be dead.
            let moved = try await gss.api.patch(path, ["sendAt": "2030-01-25T15:00:00Z"])
            #expect(moved["id"].string == event.id)
            #expect(moved["status"].string == "scheduled")
            #expect(moved["dueAt"].string?.hasPrefix("2030-01-25T15:00:00") == true)
            let list = try await gss.api.get("/api/v1/triggers?status=scheduled")["items"].items
            #expect(list.map { $0["id"].string } == [event.id])
            try await sandbox.setClock("2030-01-25T14:59:59Z")
            #expect(try await phone.pushes().isEmpty)
            _ = try await gss.api.patch(path, ["sendAt": "2030-01-25T15:30:00Z"])
            _ = try await gss.api.patch(path, ["sendAt": "2030-01-25T15:10:00Z"])
            try await sandbox.setClock("2030-01-25T15:09:59Z")
            #expect(try await phone.pushes().isEmpty)
            try await sandbox.setClock("2030-01-25T16:00:00Z")
            #expect(try await phone.pushes().count == 1)
            #expect(try await phone.pushes().first?.at?.hasPrefix("2030-01-25T15:10:00") == true)
            #expect(try await event.report()["status"].string == "done")
        }
    }

    @Test("after its fan-out it cannot be moved, and the answer tells how far it is")
    func tooLate() async throws {
        try await withSandbox(at: Self.noon) { sandbox in
            let gss = sandbox.backend("gss")
            try await gss.user("anna")
            let sent = try await gss.trigger(Self.kudos)
            let reply = try await gss.api.send(
                "PATCH",
                "/api/v1/triggers/\(sent.id)",
                ["sendAt": "2030-01-16T12:00:00Z"]
            )
            #expect(reply.status == 422 && reply.code == "invalid")
            #expect(reply.pointers == ["/sendAt"])
            #expect(reply.json["detail"].string?.contains("after") == true)
            let resumed = try await gss.api.send("POST", "/api/v1/triggers/\(sent.id)/resume")
            #expect(resumed.status == 422 && resumed.code == "invalid")
            _ = try await gss.api.delete("/api/v1/triggers/\(sent.id)")
            let cancelled = try await gss.api.send("POST", "/api/v1/triggers/\(sent.id)/resume")
            #expect(cancelled.status == 422)
            #expect(cancelled.json["detail"].string?.contains("after") == true)
            #expect(try await sent.report()["status"].string == "cancelled")
        }
    }

    @Test(
        "a move that says nothing or too much is refused with its place",
        arguments: [
            ("{}", 422, "/sendAt"), (#"{"sendAt":"soon"}"#, 422, "/sendAt"), (#"{"sendAt":null}"#, 422, "/sendAt"),
            (#"{"sendAt":"2030-01-16T12:00:00Z","x":1}"#, 422, "/x"),
            (#"{"sendAt":"2032-01-16T12:00:00Z"}"#, 422, "/sendAt"), ("{", 400, ""),
        ]
    )
    func badBodies(body: String, status: Int, pointer: String) async throws {
        try await withSandbox(at: Self.noon) { sandbox in
            let gss = sandbox.backend("gss")
            let event = try await Self.schedule("2030-01-15T13:00:00Z", on: gss)
            let json = [("content-type", "application/json")]
            let reply = try await gss.api.send(
                raw: "PATCH",
                "/api/v1/triggers/\(event.id)",
                Array(body.utf8),
                headers: json
            )
            #expect(reply.status == status, "\(reply)")
            #expect(reply.pointers == (pointer.isEmpty ? [] : [pointer]))
            #expect(try await event.report()["dueAt"].string?.hasPrefix("2030-01-15T13:00:00") == true)
        }
    }

    @Test("nobody moves or resumes what is not theirs")
    func foreign() async throws {
        try await withSandbox(at: Self.noon) { sandbox in
            let event = try await Self.schedule("2030-01-15T13:00:00Z", on: sandbox.backend("gss"))
            let other = sandbox.backend("nhs").api
            let path = "/api/v1/triggers/\(event.id)"
            #expect(try await other.send("PATCH", path, ["sendAt": "2030-01-15T14:00:00Z"]).status == 404)
            #expect(try await other.send("POST", path + "/resume").status == 404)
            let user = APICaller(url: sandbox.url, credential: try await sandbox.token("gss", "anna"))
            #expect(try await user.send("PATCH", path, ["sendAt": "2030-01-15T14:00:00Z"]).status == 403)
        }
    }

    @Test("cancelled before its time and resumed it is sent, at its old time or at another")
    func resumed() async throws {
        try await withSandbox(at: Self.noon) { sandbox in
            let gss = sandbox.backend("gss")
            let phone = try await gss.user("anna").phone()
            let old = try await Self.schedule("2030-01-15T13:00:00Z", on: gss)
            let other = try await Self.schedule("2030-01-15T13:00:00Z", on: gss)
            for event in [old, other] { _ = try await gss.api.delete("/api/v1/triggers/\(event.id)") }
            let moveIt = try await gss.api.send(
                "PATCH",
                "/api/v1/triggers/\(old.id)",
                ["sendAt": "2030-01-15T14:00:00Z"]
            )
            #expect(moveIt.status == 422, "a cancelled one is resumed, not moved")
            let answer = try await gss.api.post("/api/v1/triggers/\(old.id)/resume")
            #expect(answer["status"].string == "scheduled")
            let later = ["sendAt": "2030-01-15T18:00:00Z"] as JSON
            _ = try await gss.api.post("/api/v1/triggers/\(other.id)/resume", later)
            try await sandbox.setClock("2030-01-15T13:00:00Z")
            #expect(try await phone.pushes().count == 1)
            try await sandbox.setClock("2030-01-15T18:00:00Z")
            #expect(try await phone.pushes().count == 2)
            for event in [old, other] { #expect(try await event.report()["status"].string == "done") }
        }
    }

    @Test("a resume takes the once claim again, and gives way to whoever took it meanwhile (R154)")
    func claims() async throws {
        try await withSandbox(at: Self.noon) { sandbox in
            let reports = sandbox.backend("reports")
            let phone = try await reports.user("rahul").phone()
            let first = try await Self.schedule("2030-01-15T13:00:00Z", ReportsFixture.change(), on: reports)
            _ = try await reports.api.delete("/api/v1/triggers/\(first.id)")
            _ = try await reports.api.post("/api/v1/triggers/\(first.id)/resume")
            let duplicate = try await reports.post(ReportsFixture.change()).expecting(200)
            #expect(duplicate["id"].string == first.id)
            _ = try await reports.api.delete("/api/v1/triggers/\(first.id)")
            let second = try await reports.trigger(ReportsFixture.change())
            let reply = try await reports.api.send("POST", "/api/v1/triggers/\(first.id)/resume")
            #expect(reply.status == 422 && reply.code == "invalid")
            #expect(reply.json["detail"].string?.contains(second.id) == true)
            try await sandbox.advance("PT2H")
            #expect(try await phone.pushes().count == 1)
        }
    }

    @Test("the same idempotency key resumes once and gets the first answer again")
    func idempotent() async throws {
        try await withSandbox(at: Self.noon) { sandbox in
            let gss = sandbox.backend("gss")
            try await gss.user("anna")
            let event = try await Self.schedule("2030-01-15T13:00:00Z", on: gss)
            let path = "/api/v1/triggers/\(event.id)/resume"
            let key = [("idempotency-key", "r-1")]
            #expect(try await gss.api.send("POST", path, headers: key).status == 422, "not cancelled: not stored")
            _ = try await gss.api.delete("/api/v1/triggers/\(event.id)")
            let first = try await gss.api.send("POST", path, headers: key)
            let again = try await gss.api.send("POST", path, headers: key)
            #expect(first.status == 200 && first["idempotency-replayed"] == nil)
            #expect(again.status == 200 && again["idempotency-replayed"] == "true")
            #expect(again.bytes == first.bytes)
            #expect(try await gss.api.send("POST", path).status == 422)
        }
    }

    @Test("R160: a move or a resume takes its place under a sender limit, and is refused where there is none")
    func limits() async throws {
        try await withSandbox(at: "2030-01-15T16:00:00Z") { sandbox in
            let nhs = sandbox.backend("nhs")
            try await nhs.putEntity("org/o1", ["timeZone": "America/Chicago"])
            var ids: [String] = []
            for number in 0..<10 {
                let body = NHSFixture.announcement("a\(number)", org: "o1")
                ids.append(try await Self.schedule("2030-01-16T18:00:00Z", body, on: nhs).id)
            }
            let body = NHSFixture.announcement("next", org: "o1")
            let next = try await Self.schedule("2030-01-17T18:00:00Z", body, on: nhs)
            let move: JSON = ["sendAt": "2030-01-16T19:00:00Z"]
            let refused = try await nhs.api.send("PATCH", "/api/v1/triggers/\(next.id)", move)
            #expect(refused.status == 429 && refused.code == "limit-reached")
            #expect(refused.json["limit"].string == "announcement-day")
            #expect(try await next.report()["dueAt"].string?.hasPrefix("2030-01-17T18:00:00") == true)
            // One place is given back, and taken by the one that is moved there.
            _ = try await nhs.api.delete("/api/v1/triggers/\(ids[0])")
            _ = try await nhs.api.patch("/api/v1/triggers/\(next.id)", move)
            let resume = try await nhs.api.send("POST", "/api/v1/triggers/\(ids[0])/resume")
            #expect(resume.status == 429)
            #expect(try await nhs.api.get("/api/v1/triggers/\(ids[0])")["status"].string == "cancelled")
            let tomorrow: JSON = ["sendAt": "2030-01-17T18:00:00Z"]
            _ = try await nhs.api.post("/api/v1/triggers/\(ids[0])/resume", tomorrow)
        }
    }
}
