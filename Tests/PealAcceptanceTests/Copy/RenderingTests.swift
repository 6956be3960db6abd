import Testing

@Suite("G: what a notification says (R106–R110, R114, R118)")
struct RenderingTests {
    private static func approved(_ user: String, hours: JSON = 2.5, activity: String = "Park clean-up") -> JSON {
        NHSFixture.approval("h-\(user)", of: user).with("data", ["hours": hours, "activity": "\(activity)"])
    }

    @Test("R057, R106: the type's template is filled with what the trigger says")
    func templates() async throws {
        try await withSandbox { sandbox in
            let nhs = sandbox.backend("nhs")
            let phone = try await nhs.user("anna", ["locale": "en"]).phone()
            try await nhs.trigger(Self.approved("anna"))
            #expect(
                try await phone.notifications().map { $0["body"].string }
                    == ["Your 2.5 hours for Park clean-up were approved."]
            )
        }
    }

    @Test("R107: the server renders; what the device gets is what the inbox holds, with no template left in it")
    func serverRenders() async throws {
        try await withSandbox { sandbox in
            let nhs = sandbox.backend("nhs")
            let anna = try await nhs.user("anna", ["locale": "es-MX"])
            let phone = try await anna.phone()
            try await nhs.trigger(Self.approved("anna"))
            let push = try #require(try await phone.pushes().first)
            let row = try #require(try await anna.inbox().first)
            #expect(push.title == row["title"].string)
            #expect(push.body == "Tus 2.5 horas de Park clean-up han sido aprobadas.")
            #expect(!push.payload.text.contains("{{"))
        }
    }

    @Test("R108: title, body and data have the same shape for every type")
    func shape() async throws {
        try await withSandbox { sandbox in
            let gss = sandbox.backend("gss")
            try await gss.putEntity("event/e1")
            let phone = try await gss.user("anna").phone()
            for kind in GSSKind.adjustable { try await gss.trigger(kind.trigger(for: "anna")) }
            let pushes = try await phone.pushes()
            #expect(pushes.count == GSSKind.adjustable.count)
            let always = ["v", "op", "id", "type", "category", "link", "badge", "badgeVersion", "actions", "sentAt"]
            for push in pushes {
                #expect(push.title?.isEmpty == false)
                #expect(push.body?.isEmpty == false)
                #expect(Set(always).subtracting(push.peal.names).isEmpty)
                #expect(push.peal["op"].string == "show")
                #expect(push.peal["v"].int == 1)
            }
        }
    }

    @Test("R109: a missing, blank or null value is refused, never filled with something general")
    func missing() async throws {
        try await withSandbox { sandbox in
            let reports = sandbox.backend("reports")
            let phone = try await reports.user("rahul").phone()
            for data: JSON in [[:], ["title": ""], ["title": "   "], ["title": nil]] {
                let reply = try await reports.post(ReportsFixture.change().with("data", data))
                #expect(reply.status == 422)
                #expect(reply.code == "missing-variable")
                #expect(reply.pointers == ["/data/title"])
            }
            #expect(try await phone.notifications().isEmpty)
            #expect(try await reports.triggerCount() == 0)
        }
    }

    @Test(
        "R110: the words of the specification, with the title in quotes",
        arguments: [
            ("assigned", "Your report 'Broken lamp' has been assigned to a team and is being reviewed."),
            (
                "resolved", "Great news — 'Broken lamp' has been marked as resolved. Thank you for reporting."
            ),
        ]
    )
    func exactCopy(type: String, expected: String) async throws {
        try await withSandbox { sandbox in
            let reports = sandbox.backend("reports")
            let phone = try await reports.user("rahul").phone()
            try await reports.trigger(ReportsFixture.change(type))
            #expect(try await phone.notifications().map { $0["body"].string } == [expected])
        }
    }

    @Test(
        "R114: a value is data: no template, markup, direction or link of its own comes to life",
        arguments: [
            ("{{entityId}} {{title}}", "{{entityId}} {{title}}"),
            ("<script>alert(1)</script>", "<script>alert(1)</script>"),
            ("a\",\"aps\":{}", "a\",\"aps\":{}"), ("abc\u{202E}fed", "abcfed"), ("%s %@ \\u0041", "%s %@ \\u0041"),
        ]
    )
    func injection(value: String, shown: String) async throws {
        try await withSandbox { sandbox in
            let reports = sandbox.backend("reports")
            let rahul = try await reports.user("rahul")
            var phones = [try await rahul.phone()]
            phones.append(try await rahul.phone("ios", provider: "apns"))
            phones.append(try await rahul.phone("web", provider: "webpush"))
            try await reports.trigger(ReportsFixture.change(report: "r&x=1", title: value))
            for phone in phones {
                let notification = try #require(try await phone.notifications().first)
                #expect(
                    notification["body"].string
                        == "Your report '\(shown)' has been assigned to a team and is being reviewed."
                )
                #expect(notification["link"].string == "/reports/r%26x%3D1")
            }
        }
    }

    @Test("R118: who, what and when stand in it, the time in the reader's own zone and language")
    func context() async throws {
        try await withSandbox { sandbox in
            let nhs = sandbox.backend("nhs")
            try await nhs.putEntity("org/o1")
            let readers = [
                ("anna", "en-US", "America/Chicago"), ("ben", "en-GB", "Europe/London"), ("eva", "es", "Europe/Madrid"),
            ]
            var phones: [Phone] = []
            for (user, locale, zone) in readers {
                let signedIn = try await nhs.user(user, ["locale": "\(locale)", "timeZone": "\(zone)"])
                try await nhs.putMember(user, of: "org/o1", ["role": "member"])
                phones.append(try await signedIn.phone())
            }
            try await nhs.trigger([
                "type": "event-created", "entity": "event/e1", "entities": ["event/e1": ["parent": "org/o1"]],
                "data": ["title": "Food drive", "startsAt": "2030-06-15T15:00:00Z", "location": "Main hall"],
            ])
            var bodies: [String] = []
            for phone in phones {
                let shown = try #require(try await phone.notifications().first)
                #expect(shown["title"].string?.contains("Food drive") == true)
                bodies.append(try #require(shown["body"].string))
            }
            #expect(bodies[0] == "Jun 15, 2030 at 10:00 AM, Main hall")
            #expect(bodies[1] == "15 Jun 2030 at 16:00, Main hall")
            #expect(bodies[2] == "15 jun 2030 a las 17:00, Main hall")
        }
    }
}
