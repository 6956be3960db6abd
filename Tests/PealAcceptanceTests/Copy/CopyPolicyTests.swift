import Testing

@Suite("G: how copy fits, and in which language (R111–R113, R115–R117)")
struct CopyPolicyTests {
    private static let long = String(repeating: "Broken street lamp ", count: 8) + "at the corner"

    @Test("R111: each platform has its own visible length, and the sentence keeps its end on every one")
    func budgets() async throws {
        try await withSandbox { sandbox in
            let reports = sandbox.backend("reports")
            try await CatalogFile(backend: reports).publish(
                (
                    "budgets: {title: 50, body: 100}",
                    "budgets: {title: 50, body: 100, android: {body: 140}, web: {body: 80}}"
                )
            )
            let rahul = try await reports.user("rahul")
            let ios = try await rahul.phone("ios", provider: "apns")
            let android = try await rahul.phone()
            let web = try await rahul.phone("web", provider: "webpush")
            try await reports.trigger(ReportsFixture.change(title: Self.long))
            for (phone, least, most) in [(ios, 95, 100), (android, 130, 140), (web, 75, 80)] {
                let body = try #require(try await phone.notifications().first?["body"].string)
                #expect((least...most).contains(body.count), "\(body)")
                #expect(body.hasPrefix("Your report 'Broken"))
                #expect(body.hasSuffix("…' has been assigned to a team and is being reviewed."))
            }
        }
    }

    @Test("R112: a long value is cut by what users see as characters, and the inbox keeps it whole")
    func truncation() async throws {
        try await withSandbox { sandbox in
            let nhs = sandbox.backend("nhs")
            let anna = try await NHSFixture.organisation("o1", members: ["anna"], on: nhs)[0]
            let phone = try await anna.phone()
            let title = String(repeating: "👩‍👩‍👧‍👦", count: 40) + String(repeating: "e\u{301}", count: 40)
            let preview = String(repeating: "word ", count: 100) + "end"
            try await nhs.trigger(
                NHSFixture.announcement("a1", org: "o1").with("data", ["title": "\(title)", "preview": "\(preview)"])
            )
            let shown = try #require(try await phone.notifications().first)
            let head = try #require(shown["title"].string)
            #expect(head.count == 65)
            #expect(head.hasSuffix("e\u{301}…"))
            #expect(try #require(shown["body"].string).count <= 180)
            #expect(shown["body"].string?.hasSuffix("word…") == true)
            #expect(try await anna.inbox().first?["body"].string == preview)
        }
    }

    @Test("R113: the profile's language, its parents, the app's; numbers take the forms of the language")
    func languages() async throws {
        try await withSandbox { sandbox in
            let nhs = sandbox.backend("nhs")
            let file = CatalogFile(backend: nhs)
            try await file.publish(
                ("locales: [en, es]", "locales: [en, es, ru]"),
                (
                    "      es:\n        plural: hours\n        one: \"Tu {{hours | number}} hora de {{activity}} ha sido aprobada.\"\n",
                    """
                          ru:
                            plural: hours
                            one: "Одобрен {{hours | number}} час: {{activity}}"
                            few: "Одобрено {{hours | number}} часа: {{activity}}"
                            many: "Одобрено {{hours | number}} часов: {{activity}}"
                            other: "Одобрено {{hours | number}} часа: {{activity}}"
                          es:
                            plural: hours
                            one: "Tu {{hours | number}} hora de {{activity}} ha sido aprobada."

                    """
                ),
                (
                    "title: {en: Volunteer hours approved, es: Horas de voluntariado aprobadas}",
                    "title: {en: Volunteer hours approved, es: Horas de voluntariado aprobadas, ru: Часы одобрены}"
                ),
                ("      window: 5m\n      edge: leading", "      window: 1m\n      edge: leading")
            )
            let cases: [(String, String?, JSON, String)] = [
                ("u1", "es-MX", 2, "Tus 2 horas de Run han sido aprobadas."),
                ("u2", "en-AU", 1, "Your 1 hour for Run was approved."),
                ("u3", "en", 1.5, "Your 1.5 hours for Run were approved."), ("u4", "ru-RU", 21, "Одобрен 21 час: Run"),
                ("u5", "ru", 3, "Одобрено 3 часа: Run"), ("u6", "ru", 11, "Одобрено 11 часов: Run"),
                ("u7", "ru", 2.5, "Одобрено 2,5 часа: Run"),
                ("u8", "ja-JP", 1000, "Your 1,000 hours for Run were approved."),
                ("u9", nil, 2, "Your 2 hours for Run were approved."),
            ]
            for (user, locale, hours, expected) in cases {
                let profile: JSON = locale.map { ["locale": "\($0)"] } ?? [:]
                let phone = try await nhs.user(user, profile).phone()
                let approval = NHSFixture.approval(user, of: user)
                try await nhs.trigger(approval.with("data", ["hours": hours, "activity": "Run"]))
                #expect(try await phone.notifications().map { $0["body"].string } == [expected], "\(locale ?? "none")")
            }
        }
    }

    @Test("R115: everybody with the same language reads the same words")
    func consistent() async throws {
        try await withSandbox { sandbox in
            let nhs = sandbox.backend("nhs")
            let users = try await NHSFixture.organisation("o1", members: (1...12).map { "m\($0)" }, on: nhs)
            var phones: [Phone] = []
            for user in users { phones.append(try await user.phone()) }
            try await nhs.trigger(NHSFixture.announcement("a1", org: "o1"))
            var seen: Set<String> = []
            for phone in phones {
                let push = try #require(try await phone.pushes().first)
                seen.insert("\(push.title ?? "")\n\(push.body ?? "")")
            }
            #expect(seen == ["Meeting moved to Thursday\nWe meet in room 12."])
        }
    }

    @Test("R116, R255: with actions and media switched off, text alone is sent on every platform")
    func textOnly() async throws {
        try await withSandbox { sandbox in
            let gss = sandbox.backend("gss")
            try await gss.putEntity("event/e1")
            let anna = try await gss.user("anna")
            let phones = [
                try await anna.phone(), try await anna.phone("ios", provider: "apns"),
                try await anna.phone("web", provider: "webpush"),
            ]
            try await gss.trigger(GSSKind.adjustable[0].trigger(for: "anna"))
            for phone in phones {
                #expect(try await phone.notifications().last?["actions"].items.isEmpty == false, "before: buttons")
            }
            let file = CatalogFile(backend: gss)
            // The types go on declaring their buttons: the switch is all it takes.
            try await file.publish(("  actions: true", "  actions: false"))
            try await gss.putEntity("event/e2")
            try await gss.trigger(GSSKind.adjustable[0].trigger(for: "anna").with("entity", "event/e2"))
            for phone in phones {
                let shown = try #require(try await phone.notifications().last)
                #expect(shown["actions"].items.isEmpty)
                let push = try #require(try await phone.pushes().last)
                #expect(push.peal["actions"].items.isEmpty)
                #expect(push.payload["aps"]["category"].isNull, "the app would draw the buttons of its category")
                #expect(!push.payload.text.contains("image"))
                #expect(!push.payload.text.contains("attachment"))
            }
        }
    }

    @Test("R117: copy goes out only in the words of a published version, which names its reviewer")
    func reviewed() async throws {
        try await withSandbox { sandbox in
            let reports = sandbox.backend("reports")
            let file = CatalogFile(backend: reports)
            let phone = try await reports.user("rahul").phone()
            let yaml = try await file.edited(("Update on your report", "About your report"))
            let version = try #require(try await file.send("PUT", "?draft=true", yaml).expecting(200)["version"].int)
            try await reports.trigger(ReportsFixture.change())
            #expect(try await phone.notifications().last?["title"].string == "Update on your report")
            _ = try await reports.api.post("/api/v1/catalog/versions/\(version)/publish", ["reviewedBy": "Ada"])
            try await reports.trigger(ReportsFixture.change(report: "r2", transition: "t-2"))
            #expect(try await phone.notifications().last?["title"].string == "About your report")
            #expect(try await reports.api.get("/api/v1/catalog")["reviewedBy"].string == "Ada")
        }
    }

    @Test("M21: one hour and one day are written as one")
    func singular() async throws {
        try await withSandbox { sandbox in
            let (nhs, gss) = (sandbox.backend("nhs"), sandbox.backend("gss"))
            let cases: [(String, JSON, String)] = [
                ("en", 1, "Your 1 hour for Run was approved."), ("en", 2.5, "Your 2.5 hours for Run were approved."),
                ("es", 1, "Tu 1 hora de Run ha sido aprobada."), ("es", 3, "Tus 3 horas de Run han sido aprobadas."),
            ]
            for (index, (locale, hours, expected)) in cases.enumerated() {
                let anna = try await nhs.user("one-\(index)", ["locale": "\(locale)"])
                let approval = NHSFixture.approval("one-\(index)", of: "one-\(index)")
                try await nhs.trigger(approval.with("data", ["hours": hours, "activity": "Run"]))
                #expect(try await anna.inbox().first?["body"].string == expected)
            }
            for (locale, days, expected) in [
                ("en", 1, "of 1 day ends"), ("en", 2, "of 2 days ends"), ("de", 1, "von 1 Tag endet"),
            ] {
                let user = "days-\(locale)-\(days)"
                let anna = try await gss.user(user, ["locale": "\(locale)"])
                let data: JSON = ["days": JSON(integerLiteral: Int64(days))]
                try await gss.trigger(["type": "streak-risk", "to": ["users": ["\(user)"]], "data": data])
                #expect(try await anna.inbox().first?["body"].string?.contains(expected) == true)
            }
        }
    }

    @Test("M21: a text that is translated by half is written, and its dates are, in one language each")
    func halfTranslated() async throws {
        try await withSandbox { sandbox in
            let nhs = sandbox.backend("nhs")
            // The title loses its Spanish; the body keeps it.
            try await CatalogFile(backend: nhs).publish(
                (
                    #"title: {en: "New event: {{title}}", es: "Nuevo evento: {{title}}"}"#,
                    #"title: {en: "New event: {{title}}"}"#
                )
            )
            let readers = try await NHSFixture.organisation("o1", members: ["anna", "luz"], on: nhs)
            _ = try await nhs.api.put("/api/v1/users/luz", ["locale": "es", "timeZone": "America/Chicago"])
            let event: JSON = [
                "type": "event-created",
                "data": ["title": "Food drive", "startsAt": "2030-06-15T15:00:00Z", "location": "Main hall"],
            ]
            try await nhs.trigger(event.about("event/e1"))
            let (anna, luz) = (try await readers[0].inbox().first, try await readers[1].inbox().first)
            #expect(luz?["title"].string == "New event: Food drive")
            #expect(luz?["body"].string == "15 jun 2030 a las 10:00, Main hall", "\(luz?["body"].string ?? "none")")
            #expect(anna?["body"].string == "Jun 15, 2030 at 10:00 AM, Main hall")
        }
    }

    @Test(
        "S4.4.2: a failed check says when it failed, with its day unless that is today",
        arguments: [
            ("2030-01-15T22:12:00Z", "5:10 PM"), ("2030-01-16T04:59:00Z", "5:10 PM"),
            ("2030-01-16T05:00:00Z", "Tue 5:10 PM"), ("2030-02-01T12:00:00Z", "Jan 15, 2030 at 5:10 PM"),
        ]
    )
    func failureDate(now: String, when: String) async throws {
        try await withSandbox(at: now) { sandbox in
            let dsober = sandbox.backend("dsober")
            let anna = try await dsober.user("anna", ["locale": "en"])
            try await dsober.trigger([
                "type": "sep-failed", "to": ["users": ["anna"]], "entity": "event/e1",
                "entities": ["group/g1": [:], "event/e1": ["parent": "group/g1"]],
                "data": ["driver": "Morgan", "event": "Spring formal", "failedAt": "2030-01-15T22:10:00Z"],
            ])
            #expect(try await anna.inbox().first?["body"].string == "Spring formal, \(when)")
        }
    }
}
