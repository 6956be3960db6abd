import Testing

@Suite("S0 GSS: quick replies to what is gone (R193, R200)")
struct QuickReplyEndTests {
    /// What is done before the reply, and its answer.
    enum Ending: String, CaseIterable, Sendable {
        case deleted, cleared, retracted, erased, left, cancelled, signedOutEverywhere, eventDeleted

        var answer: (status: Int, code: String?) {
            switch self {
            case .deleted, .retracted, .erased, .left, .eventDeleted: (404, "not-found")
            case .cleared: (200, nil)
            case .cancelled: (403, "rsvp-required")
            case .signedOutEverywhere: (401, "unauthenticated")
            }
        }
    }

    @Test(
        "a reply to what was deleted, retracted, erased or left is refused; clearing the inbox ends nothing",
        arguments: Ending.allCases
    )
    func endings(_ ending: Ending) async throws {
        try await EtaEvent.run(isAsked: false) { event in
            _ = try await event.ann.phone()
            let asked = try await event.gss.trigger([
                "type": "eta-request", "entity": "event/run",
                "data": ["host": "Hana", "event": "Lunch run", "startsAt": "2026-11-20T18:00:00Z"],
            ])
            let button = try await event.button("late-10")
            let api = event.gss.api
            switch ending {
            case .deleted: _ = try await event.ann.api.delete("/api/v1/notifications/\(button.notification)")
            case .cleared: _ = try await event.ann.api.delete("/api/v1/notifications")
            case .retracted: _ = try await api.delete("/api/v1/triggers/\(asked.id)?recall=true")
            case .erased: _ = try await api.delete("/api/v1/users/ann")
            case .left: _ = try await api.delete("/api/v1/entities/event/run/members/ann")
            case .cancelled: try await event.rsvp("ann", "cancelled")
            case .signedOutEverywhere: _ = try await api.delete("/api/v1/users/ann/tokens")
            case .eventDeleted: _ = try await api.delete("/api/v1/entities/event/run")
            }
            try await event.sandbox.settle()
            let reply = try await event.take(button)
            #expect(reply.status == ending.answer.status, "\(reply)")
            if let code = ending.answer.code { #expect(reply.code == code) }
        }
    }

    @Test("retention: what the inbox does not keep any more accepts no actions, and neither does its token")
    func retention() async throws {
        try await withSandbox(at: EtaEvent.putAt) { sandbox in
            let gss = try await ThankingApp.publish(in: sandbox)
            let ann = try await gss.user("ann")
            let phone = try await ann.phone()
            try await gss.trigger(ThankingApp.kudos("ann"))
            let button = try #require(try await QuickReply.all(on: phone).first)
            try await sandbox.advance("P6D")
            #expect(try await button.send(to: sandbox).status == 200)
            try await sandbox.advance("P2D")
            #expect(try await button.send(to: sandbox).status == 401)
            #expect(try await ann.api.send("POST", button.path).status == 200)
            try await sandbox.advance("P23D")
            let token = try await sandbox.token("gss", "ann")
            let late = try await APICaller(url: sandbox.url, credential: token).send("POST", button.path)
            #expect(late.status == 404)
        }
    }

    @Test("R191: an action of any other type is recorded with its payload; opening and dismissing are as well")
    func others() async throws {
        try await withSandbox(at: EtaEvent.putAt) { sandbox in
            let gss = try await ThankingApp.publish(in: sandbox)
            let ann = try await gss.user("ann")
            let phone = try await ann.phone()
            for (index, action) in ["thanks", "look", "later"].enumerated() {
                try await gss.trigger(ThankingApp.kudos("ann"))
                let shown = try #require(try await phone.notifications().last)
                let tap = try await phone.tap(shown["id"], action)
                let body = tap["reply"]["body"]
                #expect(tap["reply"]["status"].int == 200, "\(tap)")
                #expect(body["kind"].string == ["quick-reply", "open-app", "dismiss"][index])
                #expect(body["payload"] == (index == 0 ? ["mood": "happy", "to": "Dana"] : .null))
                #expect(body["confirmation"].isNull && body["eta"].isNull)
                #expect(body["link"].string == (index == 1 ? "/kudos" : nil))
                #expect(try await phone.notifications().isEmpty)
                #expect(try await ann.unreadCount() == (index == 2 ? 1 : 0), "dismissing is not reading")
            }
            let taken = try await gss.api.get("/api/v1/users/ann/export")["actions"].items
            #expect(taken.map { $0["action"].string } == ["later", "look", "thanks"])
        }
    }
}
