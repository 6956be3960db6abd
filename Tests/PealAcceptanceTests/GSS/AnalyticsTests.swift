import Testing

@Suite("S0 GSS: analytics (R218–R222)")
struct AnalyticsAcceptanceTests {
    /// All events of an app, page by page.
    private static func events(_ backend: Backend, limit: Int = 200) async throws -> [JSON] {
        var (events, since) = ([JSON](), "")
        while true {
            let page = try await backend.api.get("/api/v1/analytics/events?limit=\(limit)\(since)")
            guard !page["items"].items.isEmpty else { return events }
            events += page["items"].items
            since = "&since=\(try #require(page["nextCursor"].string))"
        }
    }

    private static func names(_ events: some Sequence<JSON>) -> [String] { events.compactMap { $0["event"].string } }

    @Test("R218: a reply, a look at the board, an opened push and a changed switch leave S0's events")
    func events() async throws {
        try await EtaEvent.run { event in
            _ = try await event.reply(event.ann, ["status": "running-late", "minutesLate": 10]).expecting(200)
            _ = try await event.host.api.get("\(event.path)/participants/eta?viewed=true")
            _ = try await event.gss.api.get("\(event.path)/participants/eta?viewed=true")
            try await event.ann.setCategory("kudos", enabled: false)
            let before = try await Self.events(event.gss)
            let inbox = try #require(try await event.ann.inbox().first?["id"].string)
            for mark in ["received", "opened", "opened"] {
                _ = try await event.ann.api.send("POST", "/api/v1/notifications/\(inbox)/\(mark)")
            }
            let all = try await Self.events(event.gss)
            #expect(all.prefix(before.count).elementsEqual(before))
            #expect(
                Self.names(all.suffix(from: before.count)).sorted() == [
                    "notification_delivered", "notification_opened",
                ]
            )
            #expect(try await Self.events(event.gss, limit: 1) == all)
            let eta = try #require(all.first { $0["event"].string == "eta_update_submitted" })
            #expect(eta["eventId"].string == "run" && eta["status"].string == "running-late")
            #expect(eta["minutesLate"].int == 10 && eta["claimed"].bool == false)
            let views = all.filter { $0["event"].string == "eta_dashboard_viewed" }
            #expect(views.count == 1, "a backend views no board")
            #expect(views[0]["hostId"].string == "hana" && views[0]["participantCount"].int == 2)
            #expect(views[0]["claimed"].bool == true)
            let changed = try #require(all.first { $0["event"].string == "notification_preference_updated" })
            #expect(changed["category"].string == "kudos" && changed["enabled"].bool == false)
            let sent = all.filter { $0["event"].string == "notification_sent" }
            #expect(
                Set(sent.compactMap { $0["userId"].string }) == ["ann", "ben", "hana"],
                "the host learns who is late"
            )
            let opened = try #require(all.first { $0["event"].string == "notification_opened" })
            #expect(opened["notificationId"].string == inbox && opened["claimed"].bool == true)
            #expect(opened["timeSinceSent"].int != nil)
        }
    }

    @Test("R218: an action that was taken leaves an event; one that repeats another leaves none")
    func actions() async throws {
        try await EtaEvent.run(isAsked: false) { event in
            _ = try await event.ann.phone()
            try await event.sandbox.advance("PT30M")
            for action in ["late-10", "on-time", "late-10"] {
                _ = try await event.take(try await event.button(action)).expecting(200)
            }
            let all = try await Self.events(event.gss)
            let taken = all.filter { $0["event"].string == "notification_action_taken" }
            #expect(taken.map { $0["actionId"].string } == ["late-10", "on-time"])
            let payloads: [JSON] = [["status": "running-late", "minutesLate": 10], ["status": "on-time"]]
            #expect(taken.map { $0["payload"] } == payloads)
            #expect(taken.allSatisfy { $0["actionType"].string == "quick-reply" && $0["claimed"].bool == false })
            let inbox = try #require(try await event.ann.inbox().first?["id"].string)
            #expect(taken.allSatisfy { $0["notificationId"].string == inbox })
        }
    }

    @Test("R219, R220, R222: the summary has deliveries by category and channel, openings, opt-outs and reply latency")
    func summary() async throws {
        try await EtaEvent.run(isAsked: false) { event in
            let phone = try await event.ann.phone()
            try await event.sandbox.advance("PT30M")
            #expect(try await phone.pushes().count == 1)
            _ = try await event.reply(event.ann, ["status": "on-time"]).expecting(200)
            try await event.ben.setCategory("kudos", enabled: false)
            let id = try #require(try await event.ann.inbox().first?["id"].string)
            _ = try await event.ann.api.send("POST", "/api/v1/notifications/\(id)/opened")
            let path = "/api/v1/analytics/summary?from=2026-11-20T00:00:00Z&to=2026-11-21T00:00:00Z"
            let summary = try await event.gss.api.get(path)
            let rows = summary["deliveries"].items
            let pushes = try #require(rows.first { $0["channel"].string == "push" })
            #expect(pushes["accepted"].int == 1 && pushes["failed"].int == 0 && pushes["sent"].int == 1)
            #expect(pushes["confirmed"].int == 1 && pushes["opened"].int == 1)
            #expect(pushes["latency"]["count"].int == 1)
            let inApp = try #require(rows.first { $0["channel"].string == "in-app" })
            #expect(inApp["accepted"].int == 2)
            let opens = summary["opens"].items
            #expect(opens.map { [$0["category"].string, $0["priority"].string] } == [["event-reminder", "high"]])
            #expect(opens.map { [$0["confirmed"].number, $0["opened"].number, $0["rate"].number] } == [[1, 1, 1]])
            #expect(summary["etaLatency"]["count"].int == 1)
            let optOut = try #require(summary["optOuts"].items.first { $0["category"].string == "kudos" })
            #expect(optOut["optedOut"].int == 1 && optOut["users"].int == 3)
            let total = try await event.gss.api.get("\(path)&by=priority")
            let rowsByPriority = total["deliveries"].items
            #expect(!rowsByPriority.isEmpty && rowsByPriority.allSatisfy { $0["category"].string == nil })
            let other = try await event.sandbox.backend("match").api.get(path)
            #expect(other["deliveries"].items.isEmpty)
        }
    }

    @Test("R221: late arrivals are those who say so or check in after the start; a quick reply counts if it came first")
    func quickReplyUse() async throws {
        try await EtaEvent.run(isAsked: false) { event in
            for user in [event.ann, event.ben] { _ = try await user.phone() }
            try await event.rsvp("cid", "confirmed")
            try await event.sandbox.advance("PT30M")
            func use(_ backend: Backend? = nil, day: Int = 20) async throws -> [Double?] {
                let path = "/api/v1/analytics/summary?from=2026-11-\(day)T00:00:00Z&to=2026-11-\(day + 1)T00:00:00Z"
                let use = try await (backend ?? event.gss).api.get(path)["quickReplyUse"]
                return ["lateArrivals", "firstByAction", "rate"].map { use[$0].number }
            }
            #expect(try await use() == [0, 0, nil])
            _ = try await event.take(try await event.button("late-10")).expecting(200)
            #expect(try await use() == [1, 1, 1])
            _ = try await event.reply(event.ben, ["status": "on-time"]).expecting(200)
            let button = try #require(try await event.buttons(of: event.ben).first { $0.action == "late-5" })
            _ = try await event.take(button).expecting(200)
            #expect(try await use() == [2, 1, 0.5], "Ben said it in the app first")
            try await event.sandbox.advance("PT65M")
            try await event.gss.putMember("hana", of: "event/run", ["role": "host", "status": "checked-in"])
            try await event.rsvp("cid", "checked-in", ["checkedInAt": "2026-11-20T17:58:00Z"])
            #expect(try await use() == [2, 1, 0.5], "hosts are no participants, and Cid was there in time")
            try await event.rsvp("dora", "checked-in")
            for _ in 0..<2 { try await event.rsvp("ann", "checked-in") }
            #expect(try await use() == [3, 1, 0.3333])
            _ = try await event.reply(event.ben, ["status": "on-time"]).expecting(200)
            #expect(try await use() == [2, 1, 0.5])
            #expect(try await use(day: 21) == [0, 0, nil])
            #expect(try await use(event.sandbox.backend("match")) == [0, 0, nil])
        }
    }

    @Test("what is no cursor, no dimension or no stretch of time is refused; users read no analytics")
    func refused() async throws {
        try await EtaEvent.run(isAsked: false) { event in
            for query in [
                "events?since=x", "summary?by=user", "summary?from=2026-01-01T00:00:00Z&to=2025-01-01T00:00:00Z",
            ] {
                let refused = try await event.gss.api.send("GET", "/api/v1/analytics/\(query)")
                #expect(refused.status == 422, "\(query)")
            }
            let stranger = try await event.host.api.send("GET", "/api/v1/analytics/events")
            #expect(stranger.status == 403)
        }
    }
}
