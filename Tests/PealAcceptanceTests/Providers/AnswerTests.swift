import Foundation
import Testing

/// One after the other: they move the clock of the server they share.
@Suite("Providers: answers that are no (R150)", .serialized, .sharedSandbox())
struct AnswerTests {
    let sandbox: Sandbox
    let gss: Backend

    init() throws {
        sandbox = try SharedSandbox.sandbox
        gss = sandbox.backend("gss")
    }

    private func kudos(for user: String) -> JSON {
        ["type": "kudos", "to": ["users": ["\(user)"]], "data": GSSKind.kudos]
    }

    @Test(
        "a definite no ends the delivery at once, says why, and costs the device its place only when it is dead",
        arguments: AnswerCase.all
    )
    func definite(_ row: AnswerCase) async throws {
        let user = try await gss.user("answer-\(row.testDescription)")
        let phone = try await user.phone(on: row.route)
        try await sandbox.fault([
            "provider": "\(row.route.provider)", "match": ["phone": "\(phone.id)"], "answer": row.answer,
        ])
        let event = try await gss.trigger(kudos(for: user.user))
        try await sandbox.clearFaults()
        #expect(try await user.devices().map { $0["state"].string } == [row.fate.device])
        let report = try await event.report()
        #expect(report["status"].string == "done")
        #expect(report["counts"]["deliveries"]["failed"].int == 1)
        let delivery = try await event.why(user.user)["deliveries"][0]
        #expect(delivery["state"].string == "failed")
        #expect(delivery["reason"].string == "provider-rejected")
        #expect(delivery["attempts"].items.map { $0["outcome"].string } == [row.fate == .dead ? "gone" : "rejected"])
        #expect(try await user.inbox().first?["status"].string == "failed")

        let asked = try await phone.pushes().count
        let sync = try await user.api.post(
            "/api/v1/users/me/devices/\(phone.device)/sync",
            ["state": "background"]
        )
        #expect(sync["state"].string == row.fate.device, "a device in quarantine is asked to register again")
        let second = try await gss.trigger(kudos(for: user.user))
        if row.fate.device == "active" {
            #expect(try await phone.notifications().count == 1)
        } else {
            #expect(try await phone.pushes().count == asked, "a device in quarantine is left alone")
            #expect(try await second.pushReason(user.user) == "no-device")
        }
    }

    @Test(
        "an app that was removed is noticed, and its device is not tried again (R008, R010)",
        arguments: PushRoute.all
    )
    func uninstalled(_ route: PushRoute) async throws {
        let user = try await gss.user("removed-\(route.testDescription)")
        let phone = try await user.phone(on: route)
        try await phone.change("uninstall")
        try await gss.trigger(kudos(for: user.user))
        #expect(try await user.devices().map { $0["state"].string } == ["quarantined"])
        #expect(try await phone.pushes().count == 1)
        let second = try await gss.trigger(kudos(for: user.user))
        #expect(try await phone.pushes().count == 1)
        #expect(try await second.pushReason(user.user) == "no-device")
    }

    @Test("429 with Retry-After is tried again after that long, and not before", arguments: PushRoute.all)
    func retryAfter(_ route: PushRoute) async throws {
        let user = try await gss.user("wait-\(route.testDescription)")
        let phone = try await user.phone(on: route)
        try await sandbox.fault([
            "provider": "\(route.provider)", "match": ["phone": "\(phone.id)"],
            "answer": ["status": 429, "retryAfter": 90], "times": 1,
        ])
        let event = try await gss.trigger(kudos(for: user.user))
        try await sandbox.advance("PT89S")
        #expect(try await phone.notifications().isEmpty)
        #expect(try await phone.pushes().map(\.status) == [429])
        #expect(try await event.report()["status"].string == "running")
        // A tenth on top spreads those who were told the same.
        try await sandbox.advance("PT11S")
        #expect(try await phone.notifications().count == 1)
        #expect(try await user.devices().map { $0["state"].string } == ["active"])
        #expect(try await event.report()["counts"]["deliveries"]["accepted"].int == 1)
    }

    @Test("503 is tried again by the catalog's schedule: after 1, 5 and 30 seconds", arguments: PushRoute.all)
    func unavailable(_ route: PushRoute) async throws {
        let user = try await gss.user("trouble-\(route.testDescription)")
        let phone = try await user.phone(on: route)
        try await startHour()
        try await sandbox.fault([
            "provider": "\(route.provider)", "match": ["phone": "\(phone.id)"], "answer": ["status": 503], "times": 3,
        ])
        try await gss.trigger(kudos(for: user.user))
        try await sandbox.advance("PT1M")
        let pushes = try await phone.pushes()
        #expect(pushes.map(\.status) == [503, 503, 503, route.provider == "webpush" ? 201 : 200])
        #expect(pushes.map { $0.at?.dropFirst(14).prefix(5) } == ["00:00", "00:01", "00:06", "00:36"])
        #expect(try await phone.notifications().count == 1)
        #expect(try await user.devices().map { $0["state"].string } == ["active"])
    }

    @Test("whatever is lost on the way, the phone shows it once", arguments: PushRoute.all, LostAnswer.all)
    func lost(_ route: PushRoute, _ row: LostAnswer) async throws {
        let user = try await gss.user("lost-\(route.testDescription)-\(row.testDescription)")
        let phone = try await user.phone(on: route)
        var fault = row.fault
        fault["provider"] = "\(route.provider)"
        fault["match"] = ["phone": "\(phone.id)"]
        try await sandbox.fault(fault)
        let event = try await gss.trigger(kudos(for: user.user))
        try await sandbox.advance("PT1M")
        #expect(try await phone.notifications().count == 1)
        #expect(try await phone.screen()["badge"].int == 1)
        #expect((1...3).contains(try await phone.pushes().count))
        #expect(try await user.devices().map { $0["state"].string } == ["active"])
        #expect(try await event.report()["counts"]["deliveries"]["accepted"].int == 1)
    }

    /// Moves the clock on to the next full hour, so that seconds are easy to state.
    private func startHour() async throws {
        let now = try #require(try await sandbox.anyone.get("/sandbox/clock")["now"].string)
        let hour = try Date(String(now.prefix(13)) + ":00:00Z", strategy: .iso8601) + 3_600
        try await sandbox.setClock(hour.formatted(.iso8601))
    }
}

/// How an answer is lost, or lies.
struct LostAnswer: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let fault: JSON

    static let all: [LostAnswer] = [
        LostAnswer(testDescription: "before-accept", fault: ["reset": "before", "times": 1]),
        LostAnswer(testDescription: "after-accept", fault: ["reset": "after", "times": 1]),
        LostAnswer(testDescription: "truncated", fault: ["reset": "truncated", "times": 1]),
        LostAnswer(testDescription: "goaway", fault: ["reset": "goaway", "times": 1]),
        LostAnswer(testDescription: "503-accepted", fault: ["answer": ["status": 503, "accepted": true], "times": 1]),
    ]
}
