import Testing

@Suite("Duplicates (R154–R157)")
struct DuplicateTests {
    @Test("R154: told twice in one call, a transition is one notification, and the answer says which is the double")
    func bulk() async throws {
        try await withSandbox { sandbox in
            let reports = sandbox.backend("reports")
            let phone = try await reports.user("rahul").phone()
            let change = ReportsFixture.change()
            let answer = try await reports.api.post("/api/v1/triggers/bulk", ["triggers": [change, change, change]])
            let items = answer["items"].items
            #expect(items.map { $0["status"].int } == [202, 200, 200])
            #expect(Set(items.map { $0["id"].string }).count == 1)
            try await sandbox.settle()
            #expect(try await phone.pushes().count == 1)
            #expect(try await reports.triggerCount() == 1)
        }
    }

    @Test("R154: a transition that is planned, held or long sent is not told again")
    func laterPhases() async throws {
        try await withSandbox(at: "2030-01-15T12:00:00Z") { sandbox in
            let reports = sandbox.backend("reports")
            let phone = try await reports.user("rahul").phone()
            let change = ReportsFixture.change()
            let planned = try await reports.post(change.with("sendAt", "2030-01-15T14:00:00Z")).expecting(202)
            for (step, pushes) in [("PT1H", 0), ("PT2H", 1), ("P20D", 1)] {
                try await sandbox.advance(step)
                let again = try await reports.post(change)
                #expect(again.status == 200)
                #expect(again.json["duplicate"].bool == true)
                #expect(again.json["id"] == planned["id"])
                try await sandbox.settle()
                #expect(try await phone.pushes().count == pushes)
            }
        }
    }

    @Test("R155: rapid transitions of one report are notifications of their own, none in place of another")
    func transitions() async throws {
        try await withSandbox { sandbox in
            let reports = sandbox.backend("reports")
            let phone = try await reports.user("rahul").phone()
            let changes = [("assigned", "t-1"), ("resolved", "t-2"), ("assigned", "t-3"), ("resolved", "t-4")]
            _ = try await reports.api.post(
                "/api/v1/triggers/bulk",
                ["triggers": .list(changes.map { ReportsFixture.change($0.0, transition: $0.1) })]
            )
            try await sandbox.settle()
            #expect(try await phone.pushes().count == 4)
            #expect(try await phone.notifications().count == 4)
        }
    }

    @Test(
        "R156: the same announcement or event is one notification within the hour, and no longer",
        arguments: [
            ("announcement", "announcement/x"), ("event-created", "event/x"),
        ]
    )
    func hour(_ type: String, _ entity: String) async throws {
        try await withSandbox(at: "2030-01-15T16:00:00Z") { sandbox in
            let nhs = sandbox.backend("nhs")
            let member = try await NHSFixture.organisation("o1", members: ["anna"], on: nhs)[0]
            let phone = try await member.phone()
            let body: JSON = [
                "type": "\(type)", "entity": "\(entity)", "entities": ["\(entity)": ["parent": "org/o1"]],
                "data": type == "announcement"
                    ? ["title": "Meeting", "preview": "Room 12"]
                    : ["title": "Food drive", "startsAt": "2030-01-20T15:00:00Z", "location": "Main hall"],
            ]
            let first = try await nhs.trigger(body)
            for instant in ["2030-01-15T16:00:01Z", "2030-01-15T16:30:00Z", "2030-01-15T16:59:59Z"] {
                try await sandbox.setClock(instant)
                let again = try await nhs.post(body)
                #expect(again.status == 200)
                #expect(again.json["id"].string == first.id)
            }
            // Told in other words it is the same announcement still.
            let reworded = try await nhs.post(body.with("data", body["data"].with("title", "Other words")))
            #expect(reworded.json["duplicate"].bool == true)
            try await sandbox.setClock("2030-01-15T17:00:00Z")
            try await nhs.trigger(body)
            #expect(try await phone.pushes().count == 2)
            #expect(try await member.inbox().count == 2)
        }
    }

    @Test("R157: every phone of a user gets it, whatever its provider, and the inbox has one entry")
    func devices() async throws {
        try await withSandbox { sandbox in
            let gss = sandbox.backend("gss")
            let anna = try await gss.user("anna")
            var phones: [Phone] = []
            for route in PushRoute.all { phones.append(try await anna.phone(on: route)) }
            let event = try await gss.trigger(["type": "kudos", "to": ["users": ["anna"]], "data": GSSKind.kudos])
            for phone in phones {
                #expect(try await phone.notifications().count == 1)
                #expect(try await phone.pushes().count == 1)
            }
            #expect(try await anna.inbox().count == 1)
            #expect(try await anna.unreadCount() == 1)
            let report = try await event.report()
            #expect(report["counts"]["recipients"].int == 1)
            #expect(report["counts"]["deliveries"]["accepted"].int == PushRoute.all.count)
        }
    }
}
