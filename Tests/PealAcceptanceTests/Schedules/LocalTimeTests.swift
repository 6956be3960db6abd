import Testing

@Suite("Sends at each user's local time")
struct LocalTimeTests {
    private static let zones = [
        ("kiri", "Pacific/Kiritimati"), ("tokyo", "Asia/Tokyo"), ("berlin", "Europe/Berlin"),
        ("chicago", "America/Chicago"), ("nobody", nil as String?),
    ]

    private static func system(_ at: String, to users: [String]) -> JSON {
        [
            "type": "system", "to": ["users": .list(users)], "sendAtLocal": "\(at)",
            "data": ["headline": "Good morning", "message": "It is eight o'clock"],
        ]
    }

    private static func phones(_ sandbox: Sandbox, _ zones: [(String, String?)]) async throws -> [String: Phone] {
        let gss = sandbox.backend("gss")
        var phones: [String: Phone] = [:]
        for (user, zone) in zones {
            var body: JSON = ["locale": "en"]
            if let zone { body["timeZone"] = "\(zone)" }
            phones[user] = try await gss.user(user, body).phone()
        }
        return phones
    }

    @Test("R066: everybody gets it at eight where they are, once, those without a zone by the app's")
    func everywhere() async throws {
        try await withSandbox(at: "2030-01-14T12:00:00Z") { sandbox in
            let gss = sandbox.backend("gss")
            let phones = try await Self.phones(sandbox, Self.zones)
            let answer = try await gss.post(Self.system("2030-01-15T08:00", to: Self.zones.map(\.0))).expecting(202)
            #expect(answer["status"].string == "scheduled")
            let event = AppEvent(backend: gss, id: try #require(answer["id"].string))
            try await sandbox.setClock("2030-01-14T17:59:59Z")
            #expect(try await event.report()["status"].string == "scheduled")
            try await sandbox.setClock("2030-01-15T06:00:00Z")
            #expect(try await event.report()["status"].string == "running", "the west still waits")
            try await sandbox.setClock("2030-01-17T00:00:00Z")
            let expected = [
                "kiri": "2030-01-14T18:00:00", "tokyo": "2030-01-14T23:00:00", "berlin": "2030-01-15T07:00:00",
                "chicago": "2030-01-15T14:00:00",
            ]
            for (user, instant) in expected {
                #expect(try await phones[user]?.pushes().map { $0.at?.prefix(19) } == [instant[...]], "\(user)")
            }
            #expect(try await phones["nobody"]?.pushes().count == 1)
            let report = try await event.report()
            #expect(report["status"].string == "done")
            #expect(report["counts"]["recipients"].int == 5)
        }
    }

    @Test(
        "R066: a local time that a change of the clocks skips or repeats comes once, by the written rule",
        arguments: [
            // Berlin skips 02:30 on 31 March 2030 and shows it twice on 27 October.
            ("2030-03-31T02:30", "2030-03-31T01:00:00"), ("2030-10-27T02:30", "2030-10-27T00:30:00"),
        ]
    )
    func clockChange(_ local: String, _ instant: String) async throws {
        try await withSandbox(at: "2030-\(local.dropFirst(5).prefix(2))-20T00:00:00Z") { sandbox in
            let phones = try await Self.phones(sandbox, [("anna", "Europe/Berlin")])
            _ = try await sandbox.backend("gss").post(Self.system(local, to: ["anna"])).expecting(202)
            try await sandbox.setClock("2030-\(local.dropFirst(5).prefix(2))-31T12:00:00Z")
            #expect(try await phones["anna"]?.pushes().map { $0.at?.prefix(19) } == [instant[...]])
        }
    }

    @Test("R066: a user who travels while it waits gets it at the new place's time, and once")
    func travel() async throws {
        try await withSandbox(at: "2030-01-14T12:00:00Z") { sandbox in
            let gss = sandbox.backend("gss")
            let phones = try await Self.phones(sandbox, [("east", "Asia/Tokyo"), ("west", "America/Chicago")])
            _ = try await gss.post(Self.system("2030-01-15T08:00", to: ["east", "west"])).expecting(202)
            try await sandbox.setClock("2030-01-14T23:30:00Z")
            #expect(try await phones["east"]?.pushes().count == 1)
            // East has it already; west is in Berlin now.
            _ = try await gss.api.put("/api/v1/users/east", ["timeZone": "America/Chicago"])
            _ = try await gss.api.put("/api/v1/users/west", ["timeZone": "Asia/Tokyo"])
            try await sandbox.setClock("2030-01-16T12:00:00Z")
            #expect(try await phones["east"]?.pushes().count == 1)
            #expect(try await phones["west"]?.pushes().count == 1)
        }
    }

    @Test("R066: a user who travels east, to where it is eight o'clock already, gets it at once")
    func travelEast() async throws {
        try await withSandbox(at: "2030-01-14T12:00:00Z") { sandbox in
            let gss = sandbox.backend("gss")
            let phones = try await Self.phones(sandbox, [("west", "America/Chicago"), ("stays", "America/Chicago")])
            _ = try await gss.post(Self.system("2030-01-15T08:00", to: ["west", "stays"])).expecting(202)
            try await sandbox.setClock("2030-01-15T09:30:00Z")
            #expect(try await phones["west"]?.pushes().isEmpty == true)
            _ = try await gss.api.put("/api/v1/users/west", ["timeZone": "Europe/Berlin"])
            try await sandbox.settle()
            #expect(try await phones["west"]?.pushes().count == 1)
            #expect(try await phones["stays"]?.pushes().isEmpty == true)
            try await sandbox.setClock("2030-01-16T12:00:00Z")
            for phone in phones.values { #expect(try await phone.pushes().count == 1) }
        }
    }

    /// A device of theirs says in which zone it is.
    private static func device(of user: SignedInUser, in zone: String) async throws {
        _ = try await user.api.send(
            "POST",
            "/api/v1/users/me/devices/push",
            [
                "provider": "fcm", "token": "dGVzdC10b2tlbi1vZi1hbm5h:APA91bTest", "platform": "android",
                "permission": "granted", "timeZone": "\(zone)",
            ]
        )
    }

    @Test(
        "R066: the sole recipient of a local time moves: it comes at nine where they are then",
        arguments: [
            // By the user's zone or by their device's; before it is nine in Tokyo, and when that is past.
            (true, "2030-01-14T20:00:00Z", "2030-01-15T00:00:00"),
            (false, "2030-01-14T20:00:00Z", "2030-01-15T00:00:00"),
            (true, "2030-01-15T06:00:00Z", "2030-01-15T06:00:00"),
            (false, "2030-01-15T06:00:00Z", "2030-01-15T06:00:00"),
        ]
    )
    func soleRecipient(_ byUser: Bool, _ instant: String, _ expected: String) async throws {
        try await withSandbox(at: "2030-01-14T12:00:00Z") { sandbox in
            let gss = sandbox.backend("gss")
            let user = try await gss.user("anna", byUser ? ["timeZone": "America/New_York"] : [:])
            let phone = try await user.phone()
            if !byUser { try await Self.device(of: user, in: "America/New_York") }
            _ = try await gss.post(Self.system("2030-01-15T09:00", to: ["anna"])).expecting(202)
            try await sandbox.setClock(instant)
            #expect(try await phone.pushes().isEmpty)
            if byUser {
                _ = try await gss.api.put("/api/v1/users/anna", ["timeZone": "Asia/Tokyo"])
            } else {
                try await Self.device(of: user, in: "Asia/Tokyo")
            }
            try await sandbox.settle()
            try await sandbox.setClock("2030-01-16T12:00:00Z")
            #expect(try await phone.pushes().map { $0.at?.prefix(19) } == [expected[...]])
        }
    }

    @Test("R066: who leaves the audience while it waits for them gets nothing; nobody is read for other zones' sake")
    func leaving() async throws {
        try await withSandbox(at: "2030-01-14T12:00:00Z") { sandbox in
            let nhs = sandbox.backend("nhs")
            let zones = ["Asia/Tokyo", "Europe/Berlin", "America/Chicago"]
            var phones: [Phone] = []
            let org = try await NHSFixture.organisation("o", members: (0..<60).map { "m\($0)" }, on: nhs)
            for (index, member) in org.enumerated() {
                _ = try await nhs.api.put("/api/v1/users/\(member.user)", ["timeZone": "\(zones[index % 3])"])
                if index < 3 { phones.append(try await member.phone()) }
            }
            let body = NHSFixture.announcement("a1", org: "o").with("sendAtLocal", "2030-01-15T08:00")
            let id = try #require(try await nhs.post(body).expecting(202)["id"].string)
            try await sandbox.setClock("2030-01-15T00:00:00Z")
            _ = try await nhs.api.delete("/api/v1/entities/org/o/members/m2")
            try await sandbox.setClock("2030-01-16T12:00:00Z")
            for (phone, count) in zip(phones, [1, 1, 0]) { #expect(try await phone.pushes().count == count) }
            let report = try await AppEvent(backend: nhs, id: id).report()
            #expect(report["status"].string == "done")
            #expect(report["counts"]["recipients"].int == 59)
            // One pass to place everybody, and one for each of the three zones.
            #expect(try await sandbox.metric("peal_fan_out_pages_total") == "4")
        }
    }

    @Test("R066: a cancel between the zones stops those who have not had it, and counts them")
    func cancelled() async throws {
        try await withSandbox(at: "2030-01-14T12:00:00Z") { sandbox in
            let gss = sandbox.backend("gss")
            let phones = try await Self.phones(sandbox, Self.zones)
            let id = try #require(
                try await gss.post(Self.system("2030-01-15T08:00", to: Self.zones.map(\.0))).expecting(202)["id"].string
            )
            try await sandbox.setClock("2030-01-15T00:00:00Z")
            let answer = try await gss.api.delete("/api/v1/triggers/\(id)")
            #expect(answer["cancelled"].int == 3)
            #expect(answer["tooLate"].int == 2)
            #expect(answer["phase"].string == "during")
            try await sandbox.setClock("2030-01-17T00:00:00Z")
            #expect(try await phones["berlin"]?.pushes().isEmpty == true)
            #expect(try await phones["kiri"]?.pushes().count == 1)
        }
    }

    @Test("R066: a time that is past everywhere, one with an offset and one beside sendAt are refused")
    func refused() async throws {
        try await withSandbox(at: "2030-01-14T12:00:00Z") { sandbox in
            let gss = sandbox.backend("gss")
            try await gss.user("anna")
            for body in [
                Self.system("2030-01-13T08:00", to: ["anna"]), Self.system("2030-01-15T08:00Z", to: ["anna"]),
                Self.system("2031-02-15T08:00", to: ["anna"]),
                Self.system("2030-01-15T08:00", to: ["anna"]).with("sendAt", "2030-01-15T08:00:00Z"),
            ] {
                let reply = try await gss.post(body)
                #expect(reply.status == 422)
                #expect(reply.pointers == ["/sendAtLocal"])
            }
        }
    }
}
