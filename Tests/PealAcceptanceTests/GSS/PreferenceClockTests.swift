import PealCore
import Testing

/// One test after the other: each moves the clock between what it sends.
@Suite("S0 GSS: preferences chosen offline", .serialized, .sharedSandbox())
struct PreferenceClockTests {
    let sandbox: Sandbox
    let gss: Backend

    init() throws {
        sandbox = try SharedSandbox.sandbox
        gss = sandbox.backend("gss")
    }

    @Test(
        "Rel-1a, Rel-1b: of two phones that were offline the later toggle wins, whatever their clocks say (R079, R080)",
        arguments: [("P1D", -86_400), ("P1Y", 365 * 86_400)] as [(String, Int64)]
    )
    func wrongClock(name: String, ahead: Int64) async throws {
        let anna = try await gss.user("anna-clock-\(name)")
        let start = try await now()
        try await sandbox.advance("PT10M")
        // Ten minutes later the right clock's phone says off, five minutes before that the wrong one's said on.
        try await send(anna, "kudos", false, at: start + .seconds(540), clock: try await now())
        try await send(anna, "kudos", true, at: start + .seconds(300 + ahead), clock: try await now() + .seconds(ahead))
        #expect(try await isOn(anna, "kudos") == false)
        // The wrong clock's phone chooses last, and is right.
        try await send(anna, "kudos", true, at: start + .seconds(570 + ahead), clock: try await now() + .seconds(ahead))
        #expect(try await isOn(anna, "kudos") == true)
        // Without the clock's own time, a time to come counts as now, and a later choice still wins.
        try await send(anna, "streakRisk", false, at: start + .seconds(600 + 366 * 86_400), clock: nil)
        try await send(anna, "streakRisk", true, at: nil, clock: nil)
        #expect(try await isOn(anna, "streakRisk") == true)
    }

    @Test(
        "AC1.7, AC1.9: a reset made offline keeps what was chosen after it, and forgets what was chosen before (R077)"
    )
    func resetBetween() async throws {
        let anna = try await gss.user("anna-reset-between")
        let start = try await now()
        try await sandbox.advance("PT10M")
        try await send(anna, "kudos", false, at: start + .seconds(60), clock: nil)
        try await send(anna, "streakRisk", false, at: start + .seconds(300), clock: nil)
        let path = "/api/v1/users/me/notification-preferences/reset"
        let headers = [("peal-client-time", (try await now() + .seconds(86_400)).rfc3339)]
        let body: JSON = ["updatedAt": "\((start + .seconds(86_400 + 120)).rfc3339)"]
        _ = try await anna.api.send("POST", path, body, headers: headers).expecting(200)
        #expect(try await isOn(anna, "kudos") == true)
        #expect(try await isOn(anna, "streakRisk") == false)
        try await send(anna, "questProgress", false, at: start + .seconds(90), clock: nil)
        #expect(try await isOn(anna, "questProgress") == true, "chosen before the reset, and late")
    }

    private func now() async throws -> Timestamp {
        try #require(Timestamp(rfc3339: try await sandbox.anyone.get("/sandbox/clock")["now"].string ?? ""))
    }

    private func isOn(_ user: SignedInUser, _ key: String) async throws -> Bool? {
        try await user.preferences()["categories"][key]["enabled"].bool
    }

    private func send(_ user: SignedInUser, _ key: String, _ isOn: Bool, at: Timestamp?, clock: Timestamp?) async throws
    {
        var body: JSON = ["enabled": JSON(booleanLiteral: isOn)]
        if let at { body["updatedAt"] = "\(at.rfc3339)" }
        let path = "/api/v1/users/me/notification-preferences/category/\(key)"
        let headers = clock.map { [("peal-client-time", $0.rfc3339)] } ?? []
        _ = try await user.api.send("PATCH", path, body, headers: headers).expecting(200)
    }
}
