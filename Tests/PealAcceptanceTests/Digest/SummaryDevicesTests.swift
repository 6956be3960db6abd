import Testing

@Suite("Summaries: a paused queue, and the devices that they reach (R163)")
struct SummaryDevicesTests {
    private static func announcement(_ number: Int) -> JSON { NHSFixture.announcement("a\(number)", to: "anna") }

    @Test(
        "more than five that wait in a paused queue are one summary on each device when it is resumed",
        arguments: [5, 8]
    )
    func paused(_ count: Int) async throws {
        try await withSandbox(at: "2030-01-15T16:00:00Z") { sandbox in
            let nhs = sandbox.backend("nhs")
            let anna = try await nhs.user("anna")
            let phones = [try await anna.phone(), try await anna.phone()]
            let queues = Operator(sandbox: sandbox)
            try await queues.pause("fcm", app: "nhs")
            for number in 1...count {
                try await nhs.trigger(Self.announcement(number))
                try await sandbox.advance("PT5M")
            }
            #expect(try await sandbox.pushCount() == 0)
            try await queues.resume("fcm", app: "nhs")
            try await sandbox.advance("PT2H")
            for phone in phones {
                let bodies = try await phone.pushes().map(\.body)
                if count > 5 {
                    #expect(bodies == ["You have 8 new notifications."])
                } else {
                    #expect(bodies == Array(repeating: "Read me", count: 5), "not more than five: each by itself")
                }
            }
            #expect(try await anna.inbox().count == count)
        }
    }

    @Test("a summary reaches a device that only the other pushes waited for")
    func otherDevices() async throws {
        try await withSandbox(at: "2030-01-15T16:00:00Z") { sandbox in
            let nhs = sandbox.backend("nhs")
            let anna = try await nhs.user("anna")
            let (phone, tablet) = (try await anna.phone(), try await anna.phone())
            let queues = Operator(sandbox: sandbox)
            try await queues.pause("fcm", app: "nhs")
            for number in 1...6 { try await nhs.trigger(Self.announcement(number)) }
            try await anna.permit(false, on: tablet)
            // The newest becomes the summary, and was decided for the phone alone.
            try await nhs.trigger(Self.announcement(7))
            try await anna.permit(true, on: tablet)
            try await sandbox.advance("PT1H")
            try await queues.resume("fcm", app: "nhs")
            for device in [phone, tablet] {
                #expect(try await device.pushes().map(\.body) == ["You have 7 new notifications."])
            }
        }
    }
}

extension SignedInUser {
    /// Lets the user switch the push permission of a device.
    fileprivate func permit(_ isPermitted: Bool, on phone: Phone) async throws {
        let permission: JSON = ["permission": isPermitted ? "granted" : "denied"]
        _ = try await api.patch("/api/v1/users/me/devices/\(phone.device)", permission)
    }
}
