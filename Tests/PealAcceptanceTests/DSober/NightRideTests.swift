import Testing

@Suite("S4 DSober: ride requests at night")
struct NightRideTests {
    @Test("3.1, 11.4: at one in the night each notice of a ride is pushed immediately; nothing but the device is quiet")
    func rider() async throws {
        // 01:00 in New York.
        try await withSandbox(at: "2030-01-16T06:00:00Z") { sandbox in
            let dsober = sandbox.backend("dsober")
            let rider = try await dsober.user("rider", ["timeZone": "America/New_York"])
            let phone = try await rider.phone()
            #expect(try await rider.preferences()["quietHours"].isNull)
            try await DSoberFixture.put("ride/night", on: dsober)
            try await dsober.putMember("rider", of: "ride/night", ["role": "rider"])
            try await dsober.trigger([
                "type": "ride-accepted", "entity": "ride/night",
                "data": ["driver": "Morgan", "car": "a blue Honda", "arrivesAt": "2030-01-16T06:10:00Z"],
            ])
            #expect(try await phone.notifications().map { $0["title"].string } == ["Morgan is on the way"])
            for type in ["ride-picked-up", "ride-cancelled-by-dd"] {
                try await dsober.trigger(["type": "\(type)", "entity": "ride/night", "data": ["driver": "Morgan"]])
            }
            #expect(try await phone.notifications().count == 3)
        }
    }

    @Test(
        "where a catalog has quiet hours, a driver whose session is active gets requests; another one in the morning (R087)"
    )
    func activeSession() async throws {
        // 23:00 in New York.
        try await withSandbox(at: "2030-01-16T04:00:00Z") { sandbox in
            let dsober = sandbox.backend("dsober")
            try await DSoberFixture.observeQuietNights(dsober)
            var phones: [Phone] = []
            for (driver, status) in [("on", "active"), ("off", "ended")] {
                let user = try await dsober.user(driver, ["timeZone": "America/New_York"])
                try await user.setPreferences(["quietHours": ["enabled": true]])
                phones.append(try await user.phone())
                try await DSoberFixture.put(
                    "session/\(driver)",
                    ["ownerId": "\(driver)", "status": "\(status)"],
                    on: dsober
                )
            }
            let event = try await dsober.trigger(DSoberFixture.rideRequested("night", to: "on", "off"))
            #expect(try await phones[0].notifications().count == 1)
            #expect(try await phones[1].pushes().isEmpty)
            #expect(try await event.pushReason("off") == "quiet-hours")
        }
    }
}
