import Testing

@Suite("S0 GSS: quick replies without a session (W2, R192–R200)")
struct QuickReplyTests {
    @Test(
        "W2: one tap on a phone reaches the host's board, live and in yellow; the phone confirms it, and no app is open"
    )
    func workflow() async throws {
        try await EtaEvent.run(isAsked: false) { event in
            let phone = try await event.ann.phone()
            try await event.sandbox.advance("PT30M")
            var stream = try await LiveStream.open(event.host.api, query: "channels=\(event.channel)")
            _ = try await stream.next("eta.changed")
            let shown = try #require(try await phone.notifications().first)
            #expect(shown["actions"].items.map { $0["title"].string }.first == "On time ✓")
            let tap = try await phone.tap(shown["id"], "late-10")
            #expect(tap["reply"]["status"].int == 200, "\(tap)")
            let late = try await stream.next("eta.changed")
            let row = try #require(late.data["participants"].items.first)
            #expect(row["text"].string == "+10 min late" && row["colour"].string == "yellow")
            #expect(try await event.row("ann") == row)
            let screen = try await phone.notifications()
            #expect(screen.map { $0["body"].string } == ["Host notified you're running 10 min late"])
            #expect(screen.map { $0["title"].string } == [shown["title"].string])
            #expect(try await event.ann.unreadCount() == 0)
            let export = try await event.gss.api.get("/api/v1/users/ann/export")
            #expect(export["actions"].items.map { $0["action"].string } == ["late-10"])
        }
    }

    @Test(
        "R192, R196: each of the five answers on each push service has its confirmation, in the user's language",
        arguments: [("fcm", "android"), ("apns", "ios"), ("expo", "ios"), ("webpush", "web")]
    )
    func five(_ provider: String, _ platform: String) async throws {
        try await EtaEvent.run(isAsked: false) { event in
            let words = [
                "on-time": ("Host notified you're on time", "Gastgeber informiert: du bist pünktlich", "On time"),
                "late-5": (
                    "Host notified you're running 5 min late", "Gastgeber informiert: du kommst 5 Min. später",
                    "+5 min late"
                ),
                "late-10": (
                    "Host notified you're running 10 min late", "Gastgeber informiert: du kommst 10 Min. später",
                    "+10 min late"
                ),
                "late-15": (
                    "Host notified you're running 15 min late", "Gastgeber informiert: du kommst 15 Min. später",
                    "+15 min late"
                ),
                "cant-make-it": (
                    "Host notified you can't make it", "Gastgeber informiert: du kannst nicht kommen", "Can't make it"
                ),
            ]
            for user in [event.ann, event.ben] { _ = try await user.phone(platform, provider: provider) }
            try await event.sandbox.advance("PT30M")
            for user in [event.ann, event.ben] {
                let buttons = try await event.buttons(of: user)
                #expect(Set(buttons.map(\.action)) == Set(words.keys))
                #expect(buttons.allSatisfy { $0.token.utf8.count <= 64 })
                for button in buttons {
                    let expected = try #require(words[button.action])
                    let answer = try await event.take(button).expecting(200)
                    let text = user.user == "ann" ? expected.0 : expected.1
                    #expect(answer["confirmation"].string == text)
                    #expect(answer["latest"].bool == true)
                    #expect(answer["link"].string == (button.action == "cant-make-it" ? "/events/run/cancel" : nil))
                    #expect(answer["eta"]["confirmation"].string == text && answer["eta"]["eventId"].string == "run")
                    #expect(try await event.row(user.user)["text"].string == expected.2)
                }
            }
            #expect(try await event.row("ann")["rsvpStatus"].string == "confirmed")
        }
    }

    @Test("R158, R198: a repetition has the first result, another action counts, an older one said offline does not")
    func repetitions() async throws {
        try await EtaEvent.run(isAsked: false) { event in
            _ = try await event.ann.phone()
            try await event.sandbox.advance("PT30M")
            let (five, ten) = (try await event.button("late-5"), try await event.button("late-10"))
            let first = try await event.take(five).expecting(200)
            #expect(try await event.take(five).expecting(200) == first)
            try await event.sandbox.advance("PT1M")
            _ = try await event.take(ten).expecting(200)
            let again = try await event.take(five).expecting(200)
            #expect(again["latest"].bool == false && again["timestamp"] == first["timestamp"])
            #expect(try await event.row("ann")["text"].string == "+10 min late")
            // Said before, on a phone that was offline.
            let old: JSON = ["timestamp": "2026-11-20T17:00:30Z"]
            let late = try await event.take(try await event.button("late-15"), old).expecting(200)
            #expect(late["latest"].bool == false && late["timestamp"].string == "2026-11-20T17:00:30Z")
            #expect(try await event.row("ann")["text"].string == "+10 min late")
            // The same tap with a timestamp of its own is another one.
            let new: JSON = ["timestamp": "2026-11-20T17:00:59Z"]
            _ = try await event.take(five, new).expecting(200)
            try await event.sandbox.advance("PT1M")
            _ = try await event.take(five, ["timestamp": "2026-11-20T17:01:30Z"]).expecting(200)
            #expect(try await event.row("ann")["text"].string == "+5 min late")
            // The same timestamp of the same user and event is the same reply, by whichever call it comes.
            let said: JSON = ["status": "on-time", "timestamp": "2026-11-20T17:01:30Z"]
            let reply = try await event.reply(event.ann, said).expecting(200)
            #expect(reply["status"].string == "running-late" && reply["estimatedMinutesLate"].int == 5)
        }
    }

    @Test("R193: a token of anything else, or past its end, has one answer that says nothing")
    func strangers() async throws {
        try await EtaEvent.run(isAsked: false) { event in
            for user in [event.ann, event.ben] { _ = try await user.phone() }
            try await event.sandbox.advance("PT30M")
            let own = try await event.button("late-10")
            let others = try await event.buttons(of: event.ben)
            let ben = try #require(others.first { $0.action == "late-10" })
            let other = own.token.hasPrefix("A") ? "B" : "A"
            var refused: [Reply] = []
            for (button, token) in [
                (own.with(action: "late-5"), own.token), (own.with(action: "none"), own.token), (own, ben.token),
                (ben, own.token), (own.with(notification: "ntf_" + String(repeating: "0", count: 32)), own.token),
                (own.with(notification: "x"), own.token), (own, other + own.token.dropFirst()), (own, ""), (own, "x y"),
                (own, String(repeating: "A", count: 43)), (own, String(repeating: "A", count: 5_000)),
            ] {
                refused.append(try await event.take(button.with(token: token)))
            }
            try await event.sandbox.setClock("2026-11-20T18:29:59Z")
            _ = try await event.take(own).expecting(200)
            try await event.sandbox.setClock("2026-11-20T18:30:00Z")
            refused.append(try await event.take(own))
            #expect(Set(refused.map(\.status)) == [401])
            #expect(Set(refused.map { $0.json["detail"].string }) == ["invalid or expired action token"])
            #expect(Set(refused.map(\.code)) == ["unauthenticated"])
            let headers = [("authorization", "Peal-Action \(own.token)")]
            for path in ["/api/v1/notifications", "/api/v1/events/run/participants/eta"] {
                #expect(try await event.sandbox.anyone.send("GET", path, headers: headers).status == 401)
            }
        }
    }

    @Test("R193: who is signed in needs no token; what is not theirs does not exist; a backend names the user")
    func signedIn() async throws {
        try await EtaEvent.run(isAsked: false) { event in
            _ = try await event.ann.phone()
            try await event.sandbox.advance("PT30M")
            let button = try await event.button("on-time")
            #expect(try await event.ben.api.send("POST", button.path).code == "not-found")
            #expect(try await event.ann.api.send("POST", button.path + "-x").code == "not-found")
            let match = try await event.sandbox.backend("match").user("ann")
            let elsewhere = try await match.api.send("POST", button.path)
            #expect(elsewhere.status == 404 && elsewhere.code == "feature-off")
            #expect(try await event.ann.api.send("POST", button.path).expecting(200)["latest"].bool == true)
            let backend = try await event.gss.api.send(
                "POST",
                button.path.replacing("on-time", with: "late-5") + "?user=ann"
            )
            #expect(try backend.expecting(200)["confirmation"].string == "Host notified you're running 5 min late")
            #expect(try await event.gss.api.send("POST", button.path).status == 422)
            #expect(try await event.row("ann")["text"].string == "+5 min late")
        }
    }

    @Test("a phone that is offline sends its replies when it is back, with the time of the tap")
    func offline() async throws {
        try await EtaEvent.run(isAsked: false) { event in
            let phone = try await event.ann.phone("ios", provider: "apns")
            try await event.sandbox.advance("PT30M")
            let shown = try #require(try await phone.notifications().first)
            try await phone.change("offline")
            #expect(try await phone.tap(shown["id"], "late-15")["reply"].isNull)
            #expect(try await event.row("ann")["text"].string == "No response")
            try await event.sandbox.advance("PT2M")
            try await phone.change("online")
            let row = try await event.row("ann")
            #expect(row["text"].string == "+15 min late")
            #expect(row["etaStatus"]["timestamp"].string?.hasPrefix("2026-11-20T17:00") == true)
            let bodies = try await phone.notifications().map { $0["body"].string }
            #expect(bodies == ["Host notified you're running 15 min late"])
        }
    }
}
