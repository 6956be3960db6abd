import Testing

@Suite("Quiet hours: pushes that wait for the morning")
struct HeldPushTests {
    private static let morning = "2030-01-16T13:00:00Z"

    @Test("R087: what changes while a push waits counts when it is decided again", arguments: HeldChange.all)
    func changed(_ change: HeldChange) async throws {
        try await withSandbox(at: MatchFixture.night) { sandbox in
            let match = sandbox.backend("match")
            let anna = try await match.user("anna", ["timeZone": "America/New_York"])
            let phone = try await anna.phone()
            let event = try await match.trigger(MatchFixture.message(to: "anna"))
            try await change.happen(event, anna, phone)
            try await sandbox.setClock(Self.morning)
            try await sandbox.advance("PT12H")
            #expect(try await phone.pushes().isEmpty)
            let why = try await event.why("anna")
            #expect(why["channels"]["push"]["outcome"].string == "suppressed")
            #expect(why["channels"]["push"]["reason"].string == change.reason)
            #expect(
                try await event.report()["status"].string == (change.reason == "cancelled" ? "cancelled" : "done")
            )
        }
    }

    @Test(
        "R087, R145: a push that is worth less than the night is long expires, and why says so",
        arguments: [
            ("2h", false), ("9h", false), ("10h", true),
        ]
    )
    func expiry(_ ttl: String, goesOut: Bool) async throws {
        try await withSandbox(at: MatchFixture.night) { sandbox in
            let match = sandbox.backend("match")
            try await CatalogFile(backend: match).publish(
                ("    ttl: 72h\n    data:\n      sender", "    ttl: \(ttl)\n    data:\n      sender")
            )
            let anna = try await match.user("anna", ["timeZone": "America/New_York"])
            let phone = try await anna.phone()
            let event = try await match.trigger(MatchFixture.message(to: "anna"))
            #expect(try await event.why("anna")["channels"]["push"]["outcome"].string == "held")
            try await sandbox.setClock(Self.morning)
            #expect(try await phone.pushes().count == (goesOut ? 1 : 0))
            #expect(try await anna.inbox().count == 1, "the inbox keeps it")
            #expect(try await event.report()["status"].string == "done")
            guard !goesOut else { return }
            let why = try await event.why("anna")
            #expect(why["channels"]["push"]["outcome"].string == "suppressed")
            #expect(why["channels"]["push"]["reason"].string == "expired")
            let last = try #require(why["steps"].items.last)
            #expect(last["reason"].string == "expired")
            #expect((last["detail"].string?.count ?? 0) > 15)
        }
    }

    @Test("R091: a mute that ends at the very instant of the release does not count; a second longer it does")
    func muteEnds() async throws {
        try await withSandbox(at: MatchFixture.night) { sandbox in
            let match = sandbox.backend("match")
            let anna = try await match.user("anna", ["timeZone": "America/New_York"])
            let ben = try await match.user("ben", ["timeZone": "America/New_York"])
            let (phone, other) = (try await anna.phone(), try await ben.phone())
            let event = try await match.trigger(MatchFixture.message(to: "anna", "ben"))
            let until = try await anna.mute(["scope": "all", "for": "PT9H"])["until"].string
            #expect(until?.prefix(19) == Self.morning.prefix(19))
            try await ben.mute(["scope": "all", "for": "PT9H1S"])
            try await sandbox.setClock(Self.morning)
            #expect(try await phone.pushes().count == 1)
            #expect(try await other.pushes().isEmpty)
            #expect(try await event.pushReason("ben") == "muted")
        }
    }

    @Test("R087, R157: in the morning it goes to the phones there are then, and stays one entry in the inbox")
    func newPhone() async throws {
        try await withSandbox(at: MatchFixture.night) { sandbox in
            let match = sandbox.backend("match")
            let anna = try await match.user("anna", ["timeZone": "America/New_York"])
            let old = try await anna.phone()
            let event = try await match.trigger(MatchFixture.message(to: "anna"))
            _ = try await anna.api.delete("/api/v1/users/me/devices/\(old.device)")
            let phones = [try await anna.phone(on: .apns), try await anna.phone(on: .webpush)]
            try await sandbox.setClock(Self.morning)
            #expect(try await old.pushes().isEmpty)
            for phone in phones { #expect(try await phone.notifications().count == 1) }
            #expect(try await anna.inbox().count == 1)
            #expect(try await event.why("anna")["deliveries"].items.count == 2)
        }
    }

    @Test("R087: several that wait for one user are released in their order, under the caps of the morning (R162)")
    func order() async throws {
        try await withSandbox(at: MatchFixture.night) { sandbox in
            let match = sandbox.backend("match")
            let anna = try await match.user("anna", ["timeZone": "America/New_York"])
            let phone = try await anna.phone()
            for number in 0..<12 {
                try await match.trigger(
                    MatchFixture.message(to: "anna", in: "c\(number)")
                        .with("data", ["sender": "Alex", "preview": "Message \(number)"])
                )
                try await sandbox.advance("PT10M")
            }
            #expect(try await phone.pushes().isEmpty)
            try await sandbox.setClock(Self.morning)
            let first = try await phone.pushes()
            #expect(Set(first.map(\.body)) == Set((0..<10).map { "Message \($0)" }), "ten in five minutes: the oldest")
            try await sandbox.advance("PT5M")
            let all = try await phone.pushes()
            #expect(all.count == 11)
            #expect(all.last?.body == "2 new messages")
            #expect(try await anna.inbox().count == 12)
        }
    }

    @Test("R087: everybody's night is their own: one trigger, each in their own morning")
    func mornings() async throws {
        try await withSandbox(at: "2030-01-15T23:30:00Z") { sandbox in
            let match = sandbox.backend("match")
            let residents = [
                ("anna", "Europe/Berlin", "2030-01-16T07:00:00"), ("ben", "Europe/London", "2030-01-16T08:00:00"),
                ("cleo", "Asia/Kolkata", "2030-01-16T02:30:00"), ("dan", "Asia/Kathmandu", "2030-01-16T02:15:00"),
                ("eve", "America/New_York", "2030-01-15T23:30:00"),
            ]
            var phones: [Phone] = []
            for (user, zone, _) in residents {
                phones.append(try await match.user(user, ["timeZone": "\(zone)"]).phone())
            }
            let event = try await match.trigger([
                "type": "message", "entity": "conversation/c1", "to": ["users": .list(residents.map(\.0))],
                "data": ["sender": "Alex", "preview": "Are you free on Friday?"],
            ])
            #expect(try await event.report()["counts"]["heldPushes"].int == 4)
            try await sandbox.setClock("2030-01-16T12:00:00Z")
            for (phone, resident) in zip(phones, residents) {
                #expect(try await phone.pushes().map { $0.at?.prefix(19) } == [resident.2[...]], "\(resident.0)")
            }
            #expect(try await event.report()["status"].string == "done")
        }
    }
}
