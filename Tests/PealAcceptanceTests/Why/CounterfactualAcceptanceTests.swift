import Testing

@Suite("Why: the rule's place and the nearest change (promise 5)")
struct CounterfactualAcceptanceTests {
    @Test("what the answer says would let it go lets the next one go", arguments: CounterfactualCase.all)
    func counterfactuals(_ example: CounterfactualCase) async throws {
        try await withSandbox(at: MatchFixture.night) { sandbox in
            let backend = sandbox.backend(example.app)
            let anna = try await backend.user("anna", ["timeZone": "America/New_York"])
            try await example.arrange(anna)
            let why = try await backend.trigger(example.trigger(1, for: anna)).why("anna")
            #expect(why["channels"]["push"]["reason"].string == example.reason, "\(why)")
            #expect(why["channels"]["push"]["outcome"].string != "sent")
            #expect(why["flip"].items.map { $0["change"].string } == example.counterfactuals, "\(why["flip"])")
            #expect(why["flip"].items.allSatisfy { $0["detail"].string?.hasSuffix(".") == true })
            #expect(why["basis"].string == "as of now")
            try Self.check(why, reason: example.reason, rule: example.rule, app: example.app)

            try await example.mend(anna)
            let after = try await backend.trigger(example.trigger(2, for: anna)).why("anna")
            #expect(after["channels"]["push"]["outcome"].string == "sent", "\(after)")
            #expect(after["flip"].isNull, "who got it needs no change")
            #expect(after["deliveries"][0]["state"].string == "accepted")
        }
    }

    @Test("a past decision is asked again as of now: once mended, nothing has to change")
    func mended() async throws {
        try await withSandbox { sandbox in
            let gss = sandbox.backend("gss")
            let anna = try await gss.user("anna")
            _ = try await anna.phone()
            try await anna.setCategory("kudos", enabled: false)
            let event = try await gss.trigger(["type": "kudos", "to": ["users": ["anna"]], "data": GSSKind.kudos])
            try await anna.setCategory("kudos", enabled: true)
            let why = try await event.why("anna")
            #expect(why["channels"]["push"]["reason"].string == "category-disabled", "what was decided stays")
            #expect(why["flip"].items.map { $0["change"].string } == ["none"])
        }
    }

    @Test(
        "what is no stage's doing says what would have spared it",
        arguments: [("cancelled", "not-cancelled"), ("resolved-elsewhere", "unread"), ("expired", "longer-ttl")]
    )
    func afterwards(reason: String, change: String) async throws {
        let example = try #require(WhyCase.all.first { $0.reason == reason })
        try await withSandbox(at: MatchFixture.night) { sandbox in
            let why = try await example.arrange(sandbox).why("anna")
            #expect(why["channels"]["push"]["reason"].string == reason)
            #expect(why["flip"].items.map { $0["change"].string } == [change])
            if reason == "expired" {
                try Self.check(why, reason: reason, rule: "types.ride-picked-up.ttl", app: "dsober")
            }
        }
    }

    @Test("the actor's own action and an unknown user: the rule, and the change (R061)")
    func actorAndStranger() async throws {
        try await withSandbox { sandbox in
            let gss = sandbox.backend("gss")
            let kudos: JSON = ["type": "kudos", "to": ["users": ["anna"]], "data": GSSKind.kudos]
            let stranger = try await gss.trigger(kudos)
            #expect(try await stranger.why("anna")["flip"].items.map { $0["change"].string } == ["user", "device"])
            let anna = try await gss.user("anna")
            _ = try await anna.phone()
            let own = try await gss.trigger(kudos.with("actor", ["id": "anna"])).why("anna")
            #expect(own["flip"].items.map { $0["change"].string } == ["other-actor"])
            // The catalog does not say includeActor: the type itself is the nearest place.
            try Self.check(own, reason: "actor-excluded", rule: "types.kudos", app: "gss")
            let other = try await gss.trigger(kudos.with("actor", ["id": "bob"])).why("anna")
            #expect(other["channels"]["push"]["outcome"].string == "sent")
        }
    }

    @Test("a digest tells how many wait in it, and its rule (R161)")
    func digested() async throws {
        try await withSandbox { sandbox in
            let nhs = sandbox.backend("nhs")
            _ = try await nhs.user("anna").phone()
            let first = try await nhs.trigger(NHSFixture.approval("1", of: "anna"))
            #expect(try await first.why("anna")["channels"]["push"]["outcome"].string == "sent")
            let second = try await nhs.trigger(NHSFixture.approval("2", of: "anna"))
            _ = try await nhs.trigger(NHSFixture.approval("3", of: "anna"))
            let why = try await second.why("anna")
            #expect(why["channels"]["push"]["outcome"].string == "digested", "\(why)")
            #expect(why["channels"]["push"]["until"].string != nil)
            let step = try #require(why["steps"].items.first { $0["stage"].string == "digest" })
            #expect(step["detail"].string?.hasPrefix("In a digest with 1 other until ") == true, "\(step)")
            try Self.check(why, reason: "digested", rule: "types.hours-approved.digest", app: "nhs")
            #expect(why["flip"].items.map { $0["change"].string } == ["unbundled"])
            try await sandbox.advance("PT10M")
            let after = try await second.why("anna")
            let ending = try #require(after["steps"].items.first { $0["outcome"].string == "release" })
            #expect(ending["detail"].string?.contains("The window closed") == true, "\(ending)")
        }
    }

    @Test("mandatory, the fallback, the inbox of an app that has none: each names its rule (R073, R147)")
    func otherRules() async throws {
        try await withSandbox { sandbox in
            let dsober = sandbox.backend("dsober")
            let admin = try #require(try await DSoberFixture.group("g", admins: ["ada"], on: dsober).first)
            _ = try await admin.phone(permission: "denied")
            let why = try await dsober.trigger(DSoberFixture.sepFailed("g")).why("ada")
            let file = try RuleText("dsober")
            for (stage, path) in [("mandatory", "categories.safety.mandatory"), ("route", "types.sep-failed.fallback")]
            {
                let rule = why["steps"].items.last { $0["stage"].string == stage }?["rule"] ?? .null
                #expect(rule["path"].string == path, "\(why)")
                let line = try file.line(of: path)
                #expect(rule["line"].int == line)
            }
            let reports = sandbox.backend("reports")
            _ = try await reports.user("rahul").phone()
            let hidden = try await reports.trigger(ReportsFixture.change()).why("rahul")["channels"]["inApp"]
            #expect(hidden["rule"]["path"].string == "features.inbox")
            let line = try RuleText("reports").line(of: "features.inbox")
            #expect(hidden["rule"]["line"].int == line)
        }
    }

    /// Holds a step's rule against the text of the shipped file.
    private static func check(_ why: JSON, reason: String, rule path: String?, app: String) throws {
        let step = try #require(why["steps"].items.last { $0["reason"].string == reason }, "\(why)")
        guard let path else {
            #expect(step["rule"].isNull, "\(step)")
            return
        }
        #expect(step["rule"]["path"].string == path, "\(step)")
        #expect(step["rule"]["file"].string == "\(app).yaml")
        let line = try RuleText(app).line(of: path)
        #expect(step["rule"]["line"].int == line, "\(step)")
        #expect(step["rule"]["version"].int == why["catalogVersion"].int)
    }
}
