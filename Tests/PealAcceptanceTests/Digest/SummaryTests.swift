import Testing

@Suite("Summaries of pushes that waited (R163)")
struct SummaryTests {
    /// Every request is refused for an hour.
    private static let outage: JSON = ["provider": "fcm", "answer": ["status": 503, "retryAfter": 3600]]

    private static func announcement(_ number: Int, _ user: String = "anna") -> JSON {
        NHSFixture.announcement("a\(number)", to: user)
    }

    private static func accepted(_ phone: Phone) async throws -> [String?] {
        try await phone.pushes().filter { $0.status == 200 }.map(\.body)
    }

    private static func cancel(_ event: AppEvent) async throws -> JSON {
        try await event.backend.api.delete("/api/v1/triggers/\(event.id)")
    }

    @Test("what is handed over does not count: announcements in quick succession are single pushes, seen or not")
    func quick() async throws {
        try await withSandbox(at: "2030-01-15T16:00:00Z") { sandbox in
            let nhs = sandbox.backend("nhs")
            let anna = try await nhs.user("anna")
            let phone = try await anna.phone()
            for number in 1...8 { try await nhs.trigger(Self.announcement(number)) }
            try await sandbox.advance("PT10M")
            #expect(try await phone.pushes().map(\.title) == (1...8).map { "Announcement a\($0)" })
            #expect(try await anna.inbox().count == 8)
        }
    }

    @Test("after an outage of an hour, more than five that wait are one summary and no single push", arguments: [5, 8])
    func outage(_ count: Int) async throws {
        try await withSandbox(at: "2030-01-15T16:00:00Z") { sandbox in
            let nhs = sandbox.backend("nhs")
            let anna = try await nhs.user("anna")
            let (phone, tablet) = (try await anna.phone(), try await anna.phone())
            try await sandbox.fault(Self.outage)
            var events: [AppEvent] = []
            for number in 1...count {
                events.append(try await nhs.trigger(Self.announcement(number)))
                try await sandbox.advance("PT2M")
            }
            #expect(try await Self.accepted(phone).isEmpty)
            try await sandbox.clearFaults()
            try await sandbox.advance("PT2H")
            guard count > 5 else {
                #expect(try await Self.accepted(phone).count == count, "not more than five: each by itself")
                return
            }
            for device in [phone, tablet] {
                #expect(try await Self.accepted(device) == ["You have 8 new notifications."])
                #expect(try await device.pushes().last?.peal["link"].string == "/notifications")
            }
            #expect(try await anna.inbox().count == 8)
            var (summaries, parts) = (0, 0)
            for event in events {
                let why = try await event.why("anna")
                let states = why["deliveries"].items.map { $0["state"].string }
                if states == ["accepted", "accepted"] { summaries += 1 }
                guard why["channels"]["push"]["reason"].string == "summarised" else { continue }
                parts += 1
                #expect(states == ["cancelled", "cancelled"])
                #expect(why["deliveries"].items.map { $0["reason"].string } == ["summarised", "summarised"])
            }
            #expect(summaries == 1 && parts == 7)
            try await nhs.trigger(Self.announcement(9))
            #expect(try await phone.pushes().last?.title == "Announcement a9", "what comes after it is single again")
        }
    }

    @Test("what waits on while a summary waits joins it")
    func growing() async throws {
        try await withSandbox(at: "2030-01-15T16:00:00Z") { sandbox in
            let nhs = sandbox.backend("nhs")
            let phone = try await nhs.user("anna").phone()
            try await sandbox.fault(Self.outage)
            for number in 1...6 { try await nhs.trigger(Self.announcement(number)) }
            try await sandbox.advance("PT90M")
            for number in 7...8 { try await nhs.trigger(Self.announcement(number)) }
            try await sandbox.clearFaults()
            try await sandbox.advance("PT4H")
            #expect(try await Self.accepted(phone) == ["You have 8 new notifications."])
        }
    }

    @Test("a part that is cancelled leaves a summary that no device has, and the summary counts the others")
    func cancelled() async throws {
        try await withSandbox(at: "2030-01-15T16:00:00Z") { sandbox in
            let nhs = sandbox.backend("nhs")
            let phone = try await nhs.user("anna").phone()
            try await sandbox.fault(Self.outage)
            var events: [AppEvent] = []
            for number in 1...8 { events.append(try await nhs.trigger(Self.announcement(number))) }
            // The summary is refused, and waits for another hour.
            try await sandbox.advance("PT70M")
            #expect(try await phone.pushes().last?.body == "You have 8 new notifications.")
            for event in events.prefix(2) {
                #expect(try await Self.cancel(event)["cancelled"].int == 1)
                // The others become another summary, which is refused too.
                try await sandbox.settle()
            }
            try await sandbox.clearFaults()
            try await sandbox.advance("PT3H")
            #expect(try await Self.accepted(phone) == ["You have 6 new notifications."])
            #expect(try await Self.cancel(events[2])["tooLate"].int == 1)
        }
    }

    @Test("the parts of a summary are sent by themselves when too few are left")
    func dissolved() async throws {
        try await withSandbox(at: "2030-01-15T16:00:00Z") { sandbox in
            let nhs = sandbox.backend("nhs")
            let phone = try await nhs.user("anna").phone()
            try await sandbox.fault(Self.outage)
            var events: [AppEvent] = []
            for number in 1...6 { events.append(try await nhs.trigger(Self.announcement(number))) }
            try await sandbox.advance("PT70M")
            #expect(try await Self.cancel(events[0])["cancelled"].int == 1)
            try await sandbox.clearFaults()
            try await sandbox.advance("PT3H")
            #expect(
                try await Set(phone.pushes().filter { $0.status == 200 }.map(\.title))
                    == Set((2...6).map { "Announcement a\($0)" })
            )
        }
    }

    @Test("what waited over night is summarised in the morning when it is more than five", arguments: [5, 7])
    func morning(_ count: Int) async throws {
        // 23:00 in Chicago.
        try await withSandbox(at: "2030-01-16T05:00:00Z") { sandbox in
            let nhs = sandbox.backend("nhs")
            try await NHSFixture.observeQuietNights(nhs)
            let anna = try await nhs.user("anna", ["timeZone": "America/Chicago"])
            let phone = try await anna.phone()
            for number in 1...count { try await nhs.trigger(Self.announcement(number)) }
            try await sandbox.setClock("2030-01-16T13:59:59Z")
            #expect(try await phone.pushes().isEmpty)
            try await sandbox.setClock("2030-01-16T14:00:00Z")
            try await sandbox.advance("PT30M")
            let bodies = try await phone.pushes().map(\.body)
            if count > 5 {
                #expect(bodies == ["You have 7 new notifications."])
            } else {
                #expect(bodies.count == 5, "not more than five: each for itself")
            }
            #expect(try await anna.inbox().count == count)
        }
    }

    @Test("urgent ones pass however many wait, and do not count (I10)")
    func urgent() async throws {
        try await withSandbox(at: "2030-01-15T16:00:00Z") { sandbox in
            let nhs = sandbox.backend("nhs")
            let phone = try await nhs.user("anna").phone(capabilities: ["bluetooth": "granted"])
            try await sandbox.fault(Self.outage)
            for number in 1...5 { try await nhs.trigger(Self.announcement(number)) }
            for number in 1...2 {
                try await nhs.trigger(NHSFixture.session("s\(number)", org: "o1").with("to", ["users": ["anna"]]))
            }
            try await sandbox.clearFaults()
            try await sandbox.advance("PT2H")
            #expect(try await Self.accepted(phone).contains { $0?.contains("new notifications") == true } == false)
        }
    }

    @Test("a part that the user no longer wants is not counted")
    func unwanted() async throws {
        try await withSandbox(at: "2030-01-15T16:00:00Z") { sandbox in
            let nhs = sandbox.backend("nhs")
            let anna = try await nhs.user("anna")
            let phone = try await anna.phone()
            try await sandbox.fault(Self.outage)
            for number in 1...6 { try await nhs.trigger(Self.announcement(number)) }
            for number in 1...2 { try await nhs.trigger(NHSFixture.approval("h\(number)", of: "anna")) }
            try await anna.setCategory("announcements", enabled: false)
            try await sandbox.clearFaults()
            try await sandbox.advance("PT2H")
            let bodies = try await Self.accepted(phone)
            #expect(!bodies.isEmpty && bodies.allSatisfy { $0?.contains("hour") == true }, "\(bodies)")
        }
    }
}
