import Testing

@Suite("Alerts fire, and resolve themselves (R225, S0.Obs)")
struct AlertTests {
    private static let busy: JSON = ["provider": "fcm", "answer": ["status": 503]]

    @Test("Pushes that fail: the alert arrives signed, once, and is resolved when the hours have passed")
    func errors() async throws {
        let settings = "{rule: delivery-errors, minimum: 1}, {rule: target-delivery-rate, minimum: 1}"
        try await AlertScene.run("gss", settings) { scene in
            _ = try await scene.backend.user("anna").phone()
            try await scene.sandbox.fault(Self.busy)
            try await scene.kudos(["anna"])
            #expect(scene.fired.isEmpty)
            for _ in 0..<3 { try await scene.sandbox.advance("PT5M") }
            #expect(scene.fired == ["delivery-errors", "target-delivery-rate"] && scene.resolved.isEmpty)
            let call = try #require(scene.receiver.calls.first { $0.json["data"]["rule"].string == "delivery-errors" })
            #expect(call.id.hasPrefix("msg_") && call.signatures.allSatisfy { $0.hasPrefix("v1,") })
            #expect(call.signatures.count == 1)
            let data = call.json["data"]
            #expect(data.names == ["firedAt", "rule", "runbook", "test", "threshold", "value"])
            #expect(data["runbook"].string == "docs/operations.md#alert-\(data["rule"].string ?? "")")
            #expect(data["test"].bool == false)
            #expect(try await scene.isShown("delivery-errors"))
            #expect(try await scene.isShown("target-delivery-rate"))
            let listed = try await scene.backend.api.get("/api/v1/alerts")["items"].items
            #expect(listed.map { $0["rule"].string } == ["delivery-errors", "target-delivery-rate"])
            #expect(listed.first?["value"].number == 1 && listed.first?["runbook"] == data["runbook"])
            #expect(try await scene.sandbox.backend("match").api.get("/api/v1/alerts")["items"].items.isEmpty)

            try await scene.sandbox.clearFaults()
            try await scene.pass("PT3H")
            #expect(scene.resolved == ["delivery-errors"])
            #expect(try await !scene.isShown("delivery-errors"))
            #expect(try await scene.isShown("target-delivery-rate"))
            try await scene.pass("PT26H")
            #expect(scene.resolved == ["delivery-errors", "target-delivery-rate"] && scene.fired.count == 2)
        }
    }

    @Test("A push service that is down: its breaker, and what waits")
    func outage() async throws {
        try await AlertScene.run { scene in
            let crowd = try await scene.backend.crowd("out", 30, on: .fcmAndroid)
            try await scene.sandbox.fault(Self.busy)
            try await scene.kudos(crowd.map(\.user))
            for _ in 0..<8 { try await scene.sandbox.advance("PT1M") }
            #expect(scene.fired == ["backlog-age/deliveries", "breaker-open/fcm"], "\(scene.fired)")
            #expect(try await scene.isShown("breaker-open", "fcm"))
            try await scene.sandbox.clearFaults()
            try await scene.pass("PT20M")
            #expect(scene.resolved.filter { $0.contains("/") } == ["backlog-age/deliveries", "breaker-open/fcm"])
            #expect(try await !scene.isShown("breaker-open", "fcm"))
        }
    }

    @Test("A push service that declares many tokens dead")
    func invalidTokens() async throws {
        try await AlertScene.run { scene in
            let crowd = try await scene.backend.crowd("dead", 40, on: .fcmAndroid)
            let dead: JSON = ["provider": "fcm", "answer": ["status": 404, "reason": "UNREGISTERED"]]
            try await scene.sandbox.fault(dead)
            try await scene.kudos(crowd.map(\.user))
            try await scene.sandbox.advance("PT10S")
            #expect(scene.fired.contains("invalid-tokens/fcm"))
            try await scene.sandbox.clearFaults()
            try await scene.sandbox.advance("PT30M")
            try await scene.kudos(crowd.map(\.user))
            try await scene.pass()
            #expect(scene.resolved.contains("invalid-tokens/fcm"))
        }
    }

    @Test("R225: triggers that break a rule, and pushes that clients discard as malformed")
    func malformed() async throws {
        let settings = "{rule: malformed-triggers, minimum: 1}, {rule: malformed-payloads, minimum: 1}"
        try await AlertScene.run("gss", settings) { scene in
            let anna = try await scene.backend.user("anna")
            _ = try await anna.phone()
            try await scene.kudos(["anna"])
            try await scene.sandbox.advance("PT10S")
            #expect(scene.fired.isEmpty)
            #expect(try await scene.backend.post(["type": "kudoss", "to": ["users": ["anna"]]]).status == 422)
            #expect(try await scene.backend.post(["type": 1]).status == 422)
            let claim: JSON = ["action": "malformed", "channel": "push"]
            _ = try await anna.api.send("POST", "/api/v1/analytics/notification-audit", claim)
            try await scene.sandbox.advance("PT10S")
            #expect(scene.fired == ["malformed-payloads", "malformed-triggers"])
            let triggers = scene.receiver.calls.first { $0.json["data"]["rule"].string == "malformed-triggers" }
            let value = try #require(triggers?.json["data"]["value"].number)
            #expect((0.66...0.67).contains(value), "two of three")
            try await scene.pass("PT3H")
            #expect(scene.resolved == scene.fired)
        }
    }

    @Test("R058: a critical trigger without a recipient, as soon as there was one")
    func unreached() async throws {
        try await AlertScene.run("dsober") { scene in
            _ = try await DSoberFixture.group("g", admins: [], on: scene.backend)
            try await scene.backend.trigger(DSoberFixture.sepFailed("g"))
            try await scene.sandbox.advance("PT10S")
            #expect(scene.fired == ["critical-without-recipient"])
            try await scene.pass("PT3H")
            #expect(scene.resolved == ["critical-without-recipient"])
        }
    }

    @Test("more recipients of a day than of the week before have no device")
    func reachability() async throws {
        try await AlertScene.run("gss", "{rule: reachability, minimum: 1}") { scene in
            _ = try await scene.backend.user("anna").phone()
            _ = try await scene.backend.user("ben")
            try await scene.kudos(["anna"])
            // Counted in the hour in which it is stored.
            try await scene.pass("PT10S", "P3D")
            #expect(scene.fired.isEmpty)
            try await scene.kudos(["anna", "ben"])
            try await scene.sandbox.advance("PT10S")
            #expect(scene.fired == ["reachability"])
            try await scene.pass("PT26H")
            #expect(scene.resolved == ["reachability"])
        }
    }

    @Test("S0's targets: pushes that are late, and pushes that nobody opens")
    func targets() async throws {
        let settings = "{rule: target-delivery-latency, minimum: 1}"
        try await AlertScene.run("gss", settings) { scene in
            try await CatalogFile(backend: scene.backend).publish(("threshold: 0.4", "threshold: 0.4, minimum: 1"))
            let anna = try await scene.backend.user("anna")
            _ = try await anna.phone()
            try await scene.sandbox.fault(Self.busy.with("times", 3))
            try await scene.backend.trigger(GSSKind.adjustable[0].trigger(for: "anna"))
            try await scene.sandbox.advance("PT2M")
            #expect(scene.fired == ["target-delivery-latency"])
            let id = try #require(try await anna.inbox().first?["id"].string)
            _ = try await anna.api.send("POST", "/api/v1/notifications/\(id)/received")
            try await scene.sandbox.advance("PT10S")
            #expect(scene.fired == ["target-delivery-latency", "target-open-rate"])
            _ = try await anna.api.send("POST", "/api/v1/notifications/\(id)/opened")
            try await scene.pass()
            #expect(scene.resolved == ["target-open-rate"])
            try await scene.pass("PT26H")
            #expect(scene.resolved == ["target-delivery-latency", "target-open-rate"] && scene.fired.count == 2)
        }
    }

    @Test("S0's target for replies: one that took long to be stored")
    func etaLatency() async throws {
        try await EtaEvent.run { event in
            try await AlertScene.run(in: event.gss, "{rule: target-eta-latency, minimum: 1}") { scene in
                let late: JSON = ["status": "on-time", "timestamp": "2026-11-20T16:59:00Z"]
                _ = try await event.reply(event.ann, late).expecting(200)
                try await scene.sandbox.advance("PT10S")
                #expect(scene.fired == ["target-eta-latency"])
                try await scene.pass("PT26H")
                #expect(scene.resolved == ["target-eta-latency"])
            }
        }
    }

    @Test("S0's target for quick replies: late arrivals that were announced in the app")
    func quickReplyUse() async throws {
        try await EtaEvent.run(isAsked: false) { event in
            for user in [event.ann, event.ben] { _ = try await user.phone() }
            try await event.sandbox.advance("PT30M")
            let change = (
                "target-quick-reply-use, threshold: 0.3", "target-quick-reply-use, threshold: 0.3, minimum: 1"
            )
            try await CatalogFile(backend: event.gss).publish(change)
            try await AlertScene.run(in: event.gss) { scene in
                let late: JSON = ["status": "running-late", "minutesLate": 10]
                _ = try await event.reply(event.ben, late).expecting(200)
                try await scene.sandbox.advance("PT10S")
                #expect(scene.fired == ["target-quick-reply-use"])
                _ = try await event.take(try await event.button("late-10")).expecting(200)
                try await scene.pass()
                #expect(scene.resolved == ["target-quick-reply-use"] && scene.fired.count == 1)
            }
        }
    }

    @Test("A rule that a catalog switches off does not fire, and is resolved when it had fired")
    func off() async throws {
        try await AlertScene.run("gss", "{rule: delivery-errors, minimum: 1}") { scene in
            _ = try await scene.backend.user("anna").phone()
            try await scene.sandbox.fault(Self.busy)
            try await scene.kudos(["anna"])
            try await scene.sandbox.advance("PT5M")
            #expect(scene.fired == ["delivery-errors"])
            let file = CatalogFile(backend: scene.backend)
            try await file.publish(("delivery-errors, minimum: 1", "delivery-errors, enabled: false"))
            try await scene.sandbox.advance("PT10S")
            #expect(scene.resolved == ["delivery-errors"])
            try await scene.sandbox.advance("PT10M")
            #expect(scene.fired.count == 1)
        }
    }

    @Test("`peal alerts test` fires each rule once, marked as a test, and resolves it")
    func test() async throws {
        try await AlertScene.run { scene in
            try await Operator(sandbox: scene.sandbox).testAlerts(app: "gss")
            try await scene.sandbox.advance("PT10S")
            #expect(scene.fired.count == 15 && Set(scene.fired).count == 15)
            #expect(scene.receiver.calls.allSatisfy { $0.json["data"]["test"].bool == true })
            for _ in 0..<3 { try await scene.sandbox.advance("PT10S") }
            #expect(scene.resolved == scene.fired && scene.fired.count == 15)
            #expect(try await !scene.isShown("breaker-open", "test"))
        }
    }
}
