import Testing

@Suite("S4 DSober: a phone that was off gets what its push service did not keep (R146, 9.2)")
struct RedeliveryTests {
    /// A phone of an admin, which says over its device key what it receives and shows.
    private struct ClientPhone {
        let phone: Phone
        let caller: APICaller

        init(_ phone: Phone) throws {
            self.phone = phone
            let key = try #require(phone.key)
            caller = APICaller(url: phone.sandbox.url, credential: "\(phone.device):\(key)", scheme: "Peal-Device")
        }

        func sync(_ state: String = "background", shown: [String]) async throws {
            let body: JSON = ["state": "\(state)", "shown": .list(shown)]
            _ = try await caller.post("/api/v1/users/me/devices/\(phone.device)/sync", body)
            try await phone.sandbox.settle()
        }

        func received(_ id: String) async throws {
            #expect(try await caller.send("POST", "/api/v1/notifications/\(id)/received").status == 204)
        }

        /// How often each notification was pushed, in the order of the first pushes.
        func copies() async throws -> [Int] {
            var counts: [(id: String, count: Int)] = []
            for push in try await phone.pushes() where push.peal["op"].string == "show" {
                let id = push.peal["id"].string ?? ""
                if let index = counts.firstIndex(where: { $0.id == id }) {
                    counts[index].count += 1
                } else {
                    counts.append((id, 1))
                }
            }
            return counts.map(\.count)
        }
    }

    /// A phone that was handed one alert, and then three while it was off; it is back, and shows the last of them.
    private func returned(
        in sandbox: Sandbox,
        on route: PushRoute = .apns,
        confirms: Bool = true
    ) async throws -> (phone: ClientPhone, admin: SignedInUser) {
        let dsober = sandbox.backend("dsober")
        let admin = try await DSoberFixture.group("g", admins: ["admin"], on: dsober)[0]
        let phone = try ClientPhone(try await admin.phone(on: route))
        try await dsober.trigger(DSoberFixture.sepFailed("g"))
        if confirms { try await phone.received(try #require(try await phone.phone.shownIDs().first)) }
        try await phone.phone.change("offline")
        for _ in 0..<3 { try await dsober.trigger(DSoberFixture.sepFailed("g")) }
        try await sandbox.advance("PT1H")
        try await phone.phone.change("online")
        return (phone, admin)
    }

    @Test("of three pushes Apple keeps one: the two others are pushed once more, ten seconds after the sync")
    func lost() async throws {
        try await withSandbox { sandbox in
            let (phone, _) = try await returned(in: sandbox)
            let shown = try await phone.phone.shownIDs()
            #expect(shown.count == 2, "the confirmed one, and the last of the three")
            try await phone.sync(shown: shown)
            try await sandbox.advance("PT9S")
            #expect(try await phone.copies() == [1, 1, 1, 1])
            try await sandbox.advance("PT1S")
            #expect(try await phone.copies() == [1, 2, 2, 1])
            #expect(try await phone.phone.shownIDs().count == 4)
            let tags = try await phone.phone.pushes().compactMap { $0.headers["apns-collapse-id"].string }
            #expect(Set(tags).count == 4, "every copy has the tag of the first")
            for _ in 0..<2 {
                try await phone.sync(shown: [])
                try await sandbox.advance("PT1M")
            }
            #expect(try await phone.copies() == [1, 2, 2, 1], "once for each push and device")
        }
    }

    @Test("what was confirmed, read or dismissed within the ten seconds is not pushed again")
    func meanwhile() async throws {
        try await withSandbox { sandbox in
            let (phone, admin) = try await returned(in: sandbox)
            try await phone.sync(shown: [])
            let rows = try await admin.inbox().compactMap { $0["id"].string }
            try await phone.received(rows[0])
            _ = try await admin.api.patch("/api/v1/notifications/\(rows[1])/read", [:])
            try await sandbox.advance("PT1M")
            #expect(try await phone.copies() == [1, 2, 1, 1], "the oldest of the three alone")
        }
    }

    @Test("an app that was opened has its list: nothing is pushed again")
    func opened() async throws {
        try await withSandbox { sandbox in
            let (phone, _) = try await returned(in: sandbox)
            try await phone.sync("foreground", shown: [])
            try await sandbox.advance("PT1M")
            #expect(try await phone.copies() == [1, 1, 1, 1])
        }
    }

    @Test(
        "a device that never confirmed a push gets none again, and neither does one that shows all of them",
        arguments: [false, true]
    )
    func notNeeded(showsAll: Bool) async throws {
        try await withSandbox { sandbox in
            let (phone, _) = try await returned(
                in: sandbox,
                on: showsAll ? .fcmAndroid : .apns,
                confirms: showsAll
            )
            let shown = showsAll ? try await phone.phone.shownIDs() : []
            #expect(shown.count == (showsAll ? 4 : 0), "Google keeps them all")
            try await phone.sync(shown: shown)
            try await sandbox.advance("PT1M")
            #expect(try await phone.copies() == [1, 1, 1, 1])
        }
    }

    @Test("the attempts say why a push went twice")
    func explained() async throws {
        try await withSandbox { sandbox in
            let (phone, _) = try await returned(in: sandbox)
            try await phone.sync(shown: try await phone.phone.shownIDs())
            try await sandbox.advance("PT10S")
            let again = try #require(try await phone.phone.pushes().last?.peal["id"].string)
            let deliveries = try await sandbox.backend("dsober").api
                .get("/api/v1/deliveries?notification=\(again)")["items"].items
            #expect(deliveries.map { $0["state"].string } == ["accepted"])
            let attempts = deliveries[0]["attempts"].items
            #expect(attempts.map { $0["outcome"].string } == ["accepted", "unknown", "accepted"])
            #expect(attempts[1]["reason"].string == "not-confirmed")
        }
    }
}
