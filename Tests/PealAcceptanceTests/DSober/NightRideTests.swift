import Testing

@Suite("S4 DSober: ride requests at night")
struct NightRideTests {
    @Test("a driver whose session is active gets requests in quiet hours; another one gets them in the morning (R087)")
    func activeSession() async throws {
        // 23:00 in New York.
        try await withSandbox(at: "2030-01-16T04:00:00Z") { sandbox in
            let dsober = sandbox.backend("dsober")
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
