import Testing

/// A citizen whose push failed, in an app without an inbox.
private struct Outage: Sendable {
    let reports: Backend
    let rahul: SignedInUser
    let phone: Phone
    let event: AppEvent

    var sandbox: Sandbox { reports.sandbox }

    static func run(_ body: @escaping @Sendable (Outage) async throws -> Void) async throws {
        try await withSandbox(at: "2030-01-15T12:00:00Z") { sandbox in
            let reports = sandbox.backend("reports")
            let rahul = try await reports.user("rahul")
            let phone = try await rahul.phone()
            try await sandbox.fault(["provider": "fcm", "answer": ["status": 503]])
            let event = try await reports.trigger(ReportsFixture.change())
            try await sandbox.advance("PT6H")
            try await sandbox.clearFaults()
            try await body(Outage(reports: reports, rahul: rahul, phone: phone, event: event))
        }
    }

    /// What a `sync` answers as missed, with a session or with the device's key.
    func missed(byKey: Bool = false, of phone: Phone? = nil) async throws -> JSON {
        let phone = phone ?? self.phone
        var api = rahul.api
        if byKey {
            let key = "\(phone.device):\(try #require(phone.key))"
            api = APICaller(url: sandbox.url, credential: key, scheme: "Peal-Device")
        }
        let state: JSON = ["state": "foreground"]
        return try await api.post("/api/v1/users/me/devices/\(phone.device)/sync", state)["missed"]
    }
}

@Suite("S3 citizen reports: what an outage kept back is shown when the app is opened")
struct MissedPushTests {
    private static let words: JSON = [
        "type": "assigned", "title": "Update on your report",
        "body": "Your report 'Broken lamp' has been assigned to a team and is being reviewed.",
    ]

    @Test("Err-2: with a session sync brings the notification whole, and the push is tried twice at most")
    func missed() async throws {
        try await Outage.run { outage in
            let missed = try await outage.missed()
            let item = try #require(missed["items"].items.first)
            #expect(missed["count"].int == 1 && missed["ids"] == [item["id"]] && missed["items"].items.count == 1)
            #expect(item.without("id") == Self.words.with("link", item["link"]))
            #expect(item["link"].string?.hasSuffix("/reports/r1") == true)
            #expect(try await outage.missed()["items"] == missed["items"], "until the app says that it has shown it")
            try await outage.sandbox.advance("PT24H")
            #expect(try await outage.phone.pushes().count == 2)
        }
    }

    @Test("the device's key gets identifiers, never a text")
    func byKey() async throws {
        try await Outage.run { outage in
            let missed = try await outage.missed(byKey: true)
            #expect(missed["count"].int == 1 && missed["ids"].items.count == 1)
            #expect(missed.names == ["count", "cursor", "ids"])
        }
    }

    @Test("once it was shown it is missed no longer, on any device, and why says so")
    func shown() async throws {
        try await Outage.run { outage in
            let other = try await outage.rahul.phone("ios", provider: "apns")
            let id = try #require(try await outage.missed()["ids"][0].string)
            #expect(try await outage.missed(of: other)["count"].int == 1)
            let device = [("peal-device", outage.phone.device)]
            let shown = try await outage.rahul.api.send("POST", "/api/v1/notifications/\(id)/received", headers: device)
            #expect(shown.status == 200 || shown.status == 204, "\(shown)")
            #expect(try await outage.missed() == ["count": 0, "ids": [], "cursor": nil, "items": []])
            #expect(try await outage.missed(of: other)["count"].int == 0)
            #expect(
                try await outage.event.why("rahul")["headline"].string
                    == "The push failed twice (limit of this type). Shown in the app at 2030-01-15 19:00 Paris (18:00 UTC)."
            )
        }
    }

    @Test("its time to live ends it, and so does a cancel of its trigger; another user never gets it")
    func ended() async throws {
        try await Outage.run { outage in
            let maya = try await outage.reports.user("maya")
            let phone = try await maya.phone()
            let path = "/api/v1/users/me/devices/\(phone.device)/sync"
            #expect(try await maya.api.post(path, ["state": "launched"])["missed"]["count"].int == 0)
            _ = try await outage.reports.api.delete("/api/v1/triggers/\(outage.event.id)")
            #expect(try await outage.missed()["count"].int == 0)
        }
        try await Outage.run { outage in
            try await outage.sandbox.advance("PT65H")
            #expect(try await outage.missed()["count"].int == 1)
            try await outage.sandbox.advance("PT2H")
            #expect(try await outage.missed()["count"].int == 0)
        }
    }

    @Test("five at most, the newest; one that another device received is not missed")
    func bounds() async throws {
        try await withSandbox { sandbox in
            let reports = sandbox.backend("reports")
            let rahul = try await reports.user("rahul")
            let phone = try await rahul.phone()
            try await sandbox.fault(["provider": "fcm", "answer": ["status": 503]])
            for number in 1...6 {
                try await reports.trigger(ReportsFixture.change(report: "r\(number)", transition: "t-\(number)"))
            }
            try await sandbox.advance("PT6H")
            let path = "/api/v1/users/me/devices/\(phone.device)/sync"
            let missed = try await rahul.api.post(path, ["state": "launched"])["missed"]
            #expect(missed["count"].int == 5)
            #expect(
                missed["items"].items.compactMap { $0["link"].string?.suffix(2) } == ["r6", "r5", "r4", "r3", "r2"]
            )
            _ = try await rahul.phone("ios", provider: "apns")
            try await reports.trigger(ReportsFixture.change(report: "r7", transition: "t-7"))
            try await sandbox.advance("PT6H")
            let after = try await rahul.api.post(path, ["state": "launched"])["missed"]
            #expect(after["ids"] == missed["ids"])
        }
    }
}
