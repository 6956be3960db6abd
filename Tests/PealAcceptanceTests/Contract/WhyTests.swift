import Testing

@Suite("Contract: why")
struct WhyTests {
    private static let stages = [
        "type", "audience", "mandatory", "preference", "mute", "device", "quiet-hours", "throttle", "digest", "route",
    ]

    @Test("a push that did not come has its reason, its stage and a sentence", arguments: WhyCase.all)
    func reason(_ example: WhyCase) async throws {
        try await withSandbox(at: MatchFixture.night) { sandbox in
            let event = try await example.arrange(sandbox)
            let why = try await event.why("anna")
            #expect(why["channels"]["push"]["reason"].string == example.reason, "\(why)")
            #expect(why["reason"].string == example.reason, "\(why)")
            #expect(try await sandbox.pushes().allSatisfy { $0.peal["op"].string != "show" })
            if let stage = example.stage {
                let step = try #require(why["steps"].items.last { $0["reason"].string == example.reason }, "\(why)")
                #expect(step["stage"].string == stage)
                #expect((step["detail"].string?.count ?? 0) > 10)
            }
            #expect(why["steps"].items.allSatisfy { $0["detail"].string?.hasSuffix(".") == true })
            #expect(why["catalogVersion"].int != nil)
        }
    }

    @Test("every stage is there, in its fixed order, also when all goes well")
    func fullTrace() async throws {
        try await withSandbox { sandbox in
            let gss = sandbox.backend("gss")
            _ = try await gss.user("anna").phone()
            let event = try await gss.trigger(["type": "kudos", "to": ["users": ["anna"]], "data": GSSKind.kudos])
            let why = try await event.why("anna")
            #expect(why["steps"].items.compactMap { $0["stage"].string } == Self.stages)
            #expect(why["steps"].items.allSatisfy { $0["outcome"].string == "pass" })
            #expect(why["verdict"].string == "notified")
            #expect(why["channels"]["push"]["outcome"].string == "sent")
            #expect(why["channels"]["inApp"]["outcome"].string == "shown")
            #expect(why["deliveries"][0]["state"].string == "accepted")
            #expect(why["deliveries"][0]["attempts"][0]["outcome"].string == "accepted")
        }
    }

    @Test("an app without an inbox says feature-off for the inbox")
    func featureOff() async throws {
        try await withSandbox { sandbox in
            let reports = sandbox.backend("reports")
            _ = try await reports.user("rahul").phone()
            let why = try await reports.trigger(ReportsFixture.change()).why("rahul")
            #expect(why["channels"]["inApp"]["outcome"].string == "hidden")
            #expect(why["channels"]["inApp"]["reason"].string == "feature-off")
            #expect(why["verdict"].string == "notified")
        }
    }

    @Test("a delivery that failed says why", arguments: ["provider-rejected", "retries-exhausted"])
    func deliveryReason(_ reason: String) async throws {
        try await withSandbox { sandbox in
            let gss = sandbox.backend("gss")
            let phone = try await gss.user("anna").phone()
            if reason == "provider-rejected" {
                try await phone.change("uninstall")
            } else {
                try await sandbox.fault(["provider": "fcm", "answer": ["status": 503]])
            }
            let event = try await gss.trigger(["type": "kudos", "to": ["users": ["anna"]], "data": GSSKind.kudos])
            try await sandbox.advance("PT1H")
            let delivery = try await event.why("anna")["deliveries"][0]
            #expect(delivery["state"].string == "failed")
            #expect(delivery["reason"].string == reason)
        }
    }

    @Test("times in sentences are the user’s own, with UTC next to them")
    func zone() async throws {
        try await withSandbox(at: MatchFixture.night) { sandbox in
            let match = sandbox.backend("match")
            _ = try await match.user("anna", ["timeZone": "Asia/Tokyo"]).phone()
            let dueAt = try #require(
                try await match.post(MatchFixture.message(to: "anna").with("sendAt", "2030-01-20T16:30:00Z"))
                    .expecting(202)["id"].string
            )
            let scheduled = try await match.api.get("/api/v1/why?user=anna&trigger=\(dueAt)")
            #expect(
                scheduled["findings"][0]["detail"].string?.contains(
                    "is due at 2030-01-21 01:30 Tokyo (2030-01-20 16:30 UTC)"
                ) == true,
                "\(scheduled)"
            )
        }
    }

    @Test("who was never put is not known, and nothing says that they were here once")
    func neverPut() async throws {
        try await withSandbox { sandbox in
            let gss = sandbox.backend("gss")
            let event = try await gss.trigger(["type": "kudos", "to": ["users": ["ghost"]], "data": GSSKind.kudos])
            let why = try await event.why("ghost")
            #expect(why["headline"].string == "Nothing was shown: no push, because this user is not known.")
            #expect(why["reason"].string == "unknown-user")
        }
    }

    @Test("what is not found says what was looked for and what to look at")
    func nothing() async throws {
        try await withSandbox { sandbox in
            let answer = try await sandbox.backend("gss").api.get("/api/v1/why?user=ghost&type=kudos")
            #expect(answer["items"].items.isEmpty)
            #expect(answer["searched"]["user"].string == "ghost")
            #expect(answer["searched"]["type"].string == "kudos")
            #expect(answer["hint"].string?.contains("ghost") == true)
        }
    }

    @Test("decisions of another app are not found")
    func otherApp() async throws {
        try await withSandbox { sandbox in
            let gss = sandbox.backend("gss")
            try await gss.user("anna")
            let event = try await gss.trigger(["type": "kudos", "to": ["users": ["anna"]], "data": GSSKind.kudos])
            for query in ["trigger=\(event.id)", "user=anna"] {
                #expect(try await sandbox.backend("match").api.get("/api/v1/why?\(query)")["items"].items.isEmpty)
            }
        }
    }
}
