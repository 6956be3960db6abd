import Testing

@Suite("S4 DSober: delivery of what must not be lost")
struct SafetyDeliveryTests {
    @Test("9.1, 9.4: a push that fails after all retries becomes an alert in the inbox (R147)")
    func alertAfterRetries() async throws {
        try await withSandbox { sandbox in
            let dsober = sandbox.backend("dsober")
            let admin = try await DSoberFixture.group("g", admins: ["admin"], on: dsober)[0]
            let phone = try await admin.phone()
            try await sandbox.fault(["provider": "fcm", "answer": ["status": 503]])
            let event = try await dsober.trigger(DSoberFixture.sepFailed("g"))
            #expect(try await admin.inbox().map { $0["alert"].bool } == [false], "retries still run")
            try await sandbox.advance("PT30M")
            #expect(try await phone.pushes().map(\.status) == [503, 503, 503, 503], "three retries")
            #expect(try await admin.inbox().map { $0["alert"].bool } == [true])
            #expect(try await event.why("admin")["deliveries"][0]["reason"].string == "retries-exhausted")
        }
    }

    @Test("9.4: one phone that was reached is enough: no alert")
    func oneOfTwoPhones() async throws {
        try await withSandbox { sandbox in
            let dsober = sandbox.backend("dsober")
            let admin = try await DSoberFixture.group("g", admins: ["admin"], on: dsober)[0]
            let (broken, fine) = (try await admin.phone(), try await admin.phone("ios"))
            try await sandbox.fault(["provider": "fcm", "match": ["phone": "\(broken.id)"], "answer": ["status": 503]])
            try await dsober.trigger(DSoberFixture.sepFailed("g"))
            try await sandbox.advance("PT30M")
            #expect(try await fine.notifications().count == 1)
            #expect(try await admin.inbox().map { $0["alert"].bool } == [false])
        }
    }

    @Test("9.4: the only phone lost its app: an alert at once, no retry")
    func uninstalled() async throws {
        try await withSandbox { sandbox in
            let dsober = sandbox.backend("dsober")
            let admin = try await DSoberFixture.group("g", admins: ["admin"], on: dsober)[0]
            let phone = try await admin.phone()
            try await phone.change("uninstall")
            let event = try await dsober.trigger(DSoberFixture.sepFailed("g"))
            #expect(try await admin.inbox().map { $0["alert"].bool } == [true])
            #expect(try await phone.pushes().count == 1)
            #expect(try await event.why("admin")["deliveries"][0]["reason"].string == "provider-rejected")
        }
    }

    @Test("9.1: the waits between retries grow exponentially (R141)")
    func backoff() async throws {
        try await withSandbox(at: "2030-01-15T12:00:00Z") { sandbox in
            let dsober = sandbox.backend("dsober")
            let phone = try await DSoberFixture.group("g", admins: ["admin"], on: dsober)[0].phone()
            try await sandbox.fault(["provider": "fcm", "answer": ["status": 503], "times": 3])
            try await dsober.trigger(DSoberFixture.sepFailed("g"))
            // Base 2 s, factor 3, a fifth of jitter: 2, 6 and 18 seconds.
            for (seconds, count) in [(1, 1), (3, 2), (8, 3), (24, 4)] {
                try await sandbox.setClock("2030-01-15T12:00:\(seconds < 10 ? "0" : "")\(seconds)Z")
                #expect(try await phone.pushes().count <= count)
            }
            try await sandbox.setClock("2030-01-15T12:00:35Z")
            #expect(try await phone.pushes().map(\.status) == [503, 503, 503, 200])
        }
    }

    @Test("9.5: though the service fails twice for one phone in ten, all hundred get it (R151)")
    func successRate() async throws {
        try await withSandbox { sandbox in
            let dsober = sandbox.backend("dsober")
            try await DSoberFixture.put("event/g", on: dsober)
            let riders = try await dsober.crowd("rider", 100, on: .fcmAndroid)
            let everyone = JSON.list(riders.map(\.user))
            let troubled = stride(from: 0, to: 100, by: 10).map { riders[$0].phone }
            for phone in troubled {
                try await sandbox.fault([
                    "provider": "fcm", "match": ["phone": "\(phone.id)"], "answer": ["status": 503], "times": 2,
                ])
            }
            let event = try await dsober.trigger([
                "type": "event-active", "entity": "event/g", "to": ["users": everyone],
                "data": ["event": "Spring formal"],
            ])
            try await sandbox.advance("PT1H")
            let counts = try await event.report()["counts"]["deliveries"]
            #expect(counts["accepted"].int == 100)
            #expect(counts["failed"].int == 0)
            for phone in troubled { #expect(try await phone.notifications().count == 1) }
        }
    }

    @Test("9.2: a phone that was away gets it when it is back")
    func offline() async throws {
        try await withSandbox { sandbox in
            let dsober = sandbox.backend("dsober")
            let phone = try await DSoberFixture.group("g", admins: ["admin"], on: dsober)[0].phone()
            try await phone.change("offline")
            try await dsober.trigger(DSoberFixture.sepFailed("g"))
            try await sandbox.advance("PT20H")
            #expect(try await phone.notifications().isEmpty)
            try await phone.change("online")
            #expect(try await phone.notifications().map { $0["title"].string } == ["SEP verification failed"])
        }
    }

    @Test("11.4, 11.5: where a catalog has quiet hours, an event waits for their end, and a safety alert does not")
    func quietHours() async throws {
        // 23:00 in New York.
        try await withSandbox(at: "2030-01-16T04:00:00Z") { sandbox in
            let dsober = sandbox.backend("dsober")
            try await DSoberFixture.observeQuietNights(dsober)
            let admin = try await DSoberFixture.group("g", admins: ["admin"], on: dsober)[0]
            let phone = try await admin.phone()
            try await admin.setPreferences(["quietHours": ["enabled": true]])
            try await dsober.trigger([
                "type": "event-active", "entity": "event/g", "to": ["users": ["admin"]],
                "data": ["event": "Spring formal"],
            ])
            #expect(try await phone.pushes().isEmpty)
            try await dsober.trigger(DSoberFixture.sepFailed("g"))
            #expect(try await phone.notifications().map { $0["title"].string } == ["SEP verification failed"])
        }
    }

    @Test("5.4: the four-hour reminder comes after four hours, unless the session ended")
    func reminder() async throws {
        try await withSandbox(at: "2030-01-15T18:00:00Z") { sandbox in
            let dsober = sandbox.backend("dsober")
            let phone = try await dsober.user("driver").phone()
            for session in ["s1", "s2"] {
                try await DSoberFixture.put(
                    "session/\(session)",
                    [
                        "ownerId": "driver", "status": "active", "times": ["startsAt": "2030-01-15T18:00:00Z"],
                        "attributes": ["event": "Spring formal \(session)"],
                    ],
                    on: dsober
                )
            }
            try await sandbox.advance("PT1H")
            _ = try await dsober.api.patch("/api/v1/entities/session/s2", ["status": "ended"])
            try await sandbox.setClock("2030-01-15T21:59:59Z")
            #expect(try await phone.pushes().isEmpty)
            try await sandbox.setClock("2030-01-15T22:00:00Z")
            #expect(
                try await phone.notifications().map { $0["body"].string } == [
                    "Your DD session for Spring formal s1 has been active for 4 hours. Take a break or end it."
                ]
            )
        }
    }
}
