import Testing

@Suite("Digests (R159, R161)")
struct DigestTests {
    private static func approval(_ request: String, _ user: String = "anna") -> JSON {
        NHSFixture.approval(request, of: user)
    }

    @Test("R161: approvals within five minutes end as one notification on the phone, and as single ones in the inbox")
    func approvals() async throws {
        try await withSandbox(at: "2030-01-15T16:00:00Z") { sandbox in
            let nhs = sandbox.backend("nhs")
            let anna = try await nhs.user("anna")
            let phone = try await anna.phone()
            try await nhs.trigger(Self.approval("h1"))
            #expect(try await phone.notifications().map { $0["title"].string } == ["Volunteer hours approved"])
            try await sandbox.advance("PT1M")
            let second = try await nhs.trigger(Self.approval("h2"))
            try await sandbox.advance("PT1M")
            let third = try await nhs.trigger(Self.approval("h3"))
            #expect(try await phone.pushes().count == 1, "the others wait")
            #expect(try await second.report()["status"].string == "running")
            #expect(try await second.report()["counts"]["digestedPushes"].int == 1)

            try await sandbox.setClock("2030-01-15T16:05:00Z")
            let shown = try await phone.notifications()
            #expect(shown.map { $0["body"].string } == ["Your 3 requests for 6 hours were approved."])
            #expect(try await phone.pushes().count == 2)
            #expect(try await anna.inbox().count == 3)
            #expect(try await second.pushReason("anna") == "digested")
            for event in [second, third] { #expect(try await event.report()["status"].string == "done") }
        }
    }

    @Test("S2.3.3: a digest of approvals names the hours of all of them, under its own title, and rings once only")
    func hours() async throws {
        try await withSandbox(at: "2030-01-15T16:00:00Z") { sandbox in
            let nhs = sandbox.backend("nhs")
            let anna = try await nhs.user("anna", ["locale": "en"])
            var phones: [Phone] = []
            for route in PushRoute.providers { phones.append(try await anna.phone(on: route)) }
            let requests: [(String, JSON)] = [("h1", 2.5), ("h2", 0.1), ("h3", 0.2), ("h4", 10)]
            for (request, hours) in requests {
                try await nhs.trigger(Self.approval(request).with("data", ["hours": hours, "activity": "Library"]))
            }
            for phone in phones.dropLast() {
                #expect(try await phone.notifications().first?["sound"].isNull == false)
            }
            // Of another member: it does not count.
            try await nhs.user("ben")
            try await nhs.trigger(Self.approval("h5", "ben"))
            try await sandbox.advance("PT5M")
            for (route, phone) in zip(PushRoute.providers, phones) {
                let shown = try #require(try await phone.notifications().first)
                #expect(shown["title"].string == "Volunteer hours approved", "\(shown)")
                #expect(shown["body"].string == "Your 4 requests for 12.8 hours were approved.", "\(shown)")
                #expect(try await phone.pushes().count == 2)
                // Android plays the sound of the channel; no push service can prevent it.
                if route.platform != "android" { #expect(shown["sound"].isNull, "\(shown)") }
            }
        }
    }

    @Test("R161: what waited over night is digested in the morning, as it would have been by day")
    func morning() async throws {
        // 23:00 in Chicago.
        try await withSandbox(at: "2030-01-16T05:00:00Z") { sandbox in
            let nhs = sandbox.backend("nhs")
            try await NHSFixture.observeQuietNights(nhs)
            let anna = try await nhs.user("anna", ["timeZone": "America/Chicago"])
            let phone = try await anna.phone()
            for number in 1...4 { try await nhs.trigger(Self.approval("h\(number)")) }
            try await sandbox.setClock("2030-01-16T14:00:00Z")
            #expect(try await phone.pushes().count == 1, "the first opens the window")
            try await sandbox.advance("PT5M")
            #expect(
                try await phone.notifications().map { $0["body"].string }
                    == ["Your 4 requests for 8 hours were approved."]
            )
            #expect(try await phone.pushes().count == 2)
            try await sandbox.advance("PT30M")
            #expect(try await phone.pushes().count == 2, "a digest is not digested again")
            #expect(try await anna.inbox().count == 4)
        }
    }

    @Test("why says of each member what became of its digest")
    func fate() async throws {
        try await withSandbox(at: "2030-01-16T03:58:00Z") { sandbox in
            let nhs = sandbox.backend("nhs")
            try await NHSFixture.observeQuietNights(nhs)
            let anna = try await nhs.user("anna", ["timeZone": "America/Chicago"])
            _ = try await anna.phone()
            try await nhs.trigger(Self.approval("h1"))
            let member = try await nhs.trigger(Self.approval("h2"))
            try await nhs.trigger(Self.approval("h3"))
            #expect(try await member.why("anna")["bundle"] == .null)
            // 22:03 in Chicago: the window closes within quiet hours.
            try await sandbox.setClock("2030-01-16T04:03:00Z")
            let held = try await member.why("anna")["bundle"]
            #expect(held["outcome"].string == "held")
            #expect(held["until"].string == "2030-01-16T14:00:00Z")
            try await anna.setCategory("volunteerHours", enabled: false)
            try await sandbox.setClock("2030-01-16T14:00:00Z")
            let ended = try await member.why("anna")["bundle"]
            #expect(ended["outcome"].string == "suppressed")
            #expect(ended["reason"].string == "category-disabled")
            #expect(ended["detail"].string?.contains("was not pushed, because") == true)
        }
    }

    @Test("R161: what would expire in its window goes by itself in the morning")
    func shortLived() async throws {
        try await withSandbox(at: "2030-01-16T05:00:00Z") { sandbox in
            let nhs = sandbox.backend("nhs")
            try await NHSFixture.observeQuietNights(
                nhs,
                ("horas han sido aprobadas.\"\n    ttl: 72h", "horas han sido aprobadas.\"\n    ttl: 542m")
            )
            let anna = try await nhs.user("anna", ["timeZone": "America/Chicago"])
            let phone = try await anna.phone()
            for number in 1...3 { try await nhs.trigger(Self.approval("h\(number)")) }
            try await sandbox.setClock("2030-01-16T14:00:00Z")
            #expect(try await phone.pushes().count == 3, "two minutes are left, the window takes five")
        }
    }

    @Test("R161: what comes after the window opens the next one")
    func windows() async throws {
        try await withSandbox(at: "2030-01-15T16:00:00Z") { sandbox in
            let nhs = sandbox.backend("nhs")
            let phone = try await nhs.user("anna").phone()
            for (index, at) in ["16:00:00", "16:04:59", "16:05:00", "16:05:01"].enumerated() {
                try await sandbox.setClock("2030-01-15T\(at)Z")
                try await nhs.trigger(Self.approval("h\(index)"))
            }
            try await sandbox.setClock("2030-01-15T16:20:00Z")
            #expect(
                try await phone.notifications().map { $0["body"].string } == [
                    "Your 2 requests for 4 hours were approved.",
                    "Your 2 requests for 4 hours were approved.",
                ]
            )
        }
    }

    @Test("R161: one alone in its window keeps its own words; each member has a window of their own")
    func alone() async throws {
        try await withSandbox(at: "2030-01-15T16:00:00Z") { sandbox in
            let nhs = sandbox.backend("nhs")
            let anna = try await nhs.user("anna").phone()
            let bob = try await nhs.user("bob").phone()
            try await nhs.trigger(Self.approval("h1", "anna"))
            try await nhs.trigger(Self.approval("h2", "bob"))
            try await sandbox.advance("PT10M")
            for phone in [anna, bob] {
                #expect(
                    try await phone.notifications().map { $0["body"].string }
                        == ["Your 2 hours for Park clean-up were approved."]
                )
            }
        }
    }

    @Test("R161: what was read before the window closed is not counted, and nothing is pushed for it")
    func readMeanwhile() async throws {
        try await withSandbox(at: "2030-01-15T16:00:00Z") { sandbox in
            let nhs = sandbox.backend("nhs")
            let anna = try await nhs.user("anna")
            let phone = try await anna.phone()
            for request in ["h1", "h2", "h3"] { try await nhs.trigger(Self.approval(request)) }
            _ = try await anna.api.post("/api/v1/notifications/read-all")
            let before = try await phone.notifications().count
            try await sandbox.advance("PT10M")
            #expect(try await phone.notifications().count <= before)
            #expect(try await phone.pushes().filter { $0.peal["op"].string == "show" }.count <= 1)
        }
    }

    @Test("R161, R165: when one of a digest that waits for the morning is read, the others are pushed without it")
    func readAtNight() async throws {
        try await withSandbox(at: "2030-01-15T21:58:00Z") { sandbox in
            let match = sandbox.backend("match")
            let anna = try await match.user("anna", ["timeZone": "UTC"])
            let phone = try await anna.phone()
            for number in 0..<13 {
                try await match.trigger([
                    "type": "message", "entity": "conversation/c\(number)", "to": ["users": ["anna"]],
                    "data": ["sender": "Alex", "preview": "Message \(number)"],
                ])
            }
            try await sandbox.setClock("2030-01-15T23:00:00Z")
            // The newest is the digest representative.
            let newest = try #require(try await anna.inbox().first?["id"].string)
            _ = try await anna.api.patch("/api/v1/notifications/\(newest)/read", [:])
            try await sandbox.settle()
            #expect(try await phone.pushes().filter { $0.peal["op"].string == "show" }.count == 10)
            try await sandbox.setClock("2030-01-16T08:00:00Z")
            let shown = try await phone.pushes().filter { $0.peal["op"].string == "show" }
            #expect(shown.dropFirst(10).map(\.body) == ["2 new messages"])
        }
    }

    @Test("R161: a cancelled approval is not in the digest")
    func cancelled() async throws {
        try await withSandbox(at: "2030-01-15T16:00:00Z") { sandbox in
            let nhs = sandbox.backend("nhs")
            let phone = try await nhs.user("anna").phone()
            try await nhs.trigger(Self.approval("h1"))
            let second = try await nhs.trigger(Self.approval("h2"))
            try await nhs.trigger(Self.approval("h3"))
            let answer = try await nhs.api.delete("/api/v1/triggers/\(second.id)")
            #expect(answer["cancelled"].int == 1)
            #expect(answer["tooLate"].int == 0)
            try await sandbox.advance("PT10M")
            #expect(
                try await phone.notifications().map { $0["body"].string }
                    == ["Your 2 requests for 4 hours were approved."]
            )
        }
    }

    @Test("R159: every pending ride request is a notification of its own")
    func rides() async throws {
        try await withSandbox(at: "2030-01-15T20:00:00Z") { sandbox in
            let dsober = sandbox.backend("dsober")
            let driver = try await dsober.user("dd", ["roles": ["dd"]])
            let phone = try await driver.phone()
            for number in 0..<8 {
                try await dsober.trigger([
                    "type": "ride-requested", "entity": "ride/r\(number)", "to": ["users": ["dd"]],
                    "transition": "t\(number)",
                    "data": ["rider": "Rider \(number)", "pickup": "Main St", "requestedAt": "2030-01-15T20:00:00Z"],
                ])
            }
            try await sandbox.advance("PT10M")
            let bodies = try await phone.pushes()
            #expect(bodies.count == 8)
            #expect(try await phone.notifications().count == 8)
        }
    }
}
