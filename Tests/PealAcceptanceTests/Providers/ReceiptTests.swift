import Testing

/// Expo says yes at once and perhaps no a quarter of an hour later.
@Suite("Providers: Expo's receipts (R137)")
struct ReceiptTests {
    private static let kudos: JSON = ["type": "kudos", "data": GSSKind.kudos]

    @Test(
        "a receipt that calls the device dead takes it out of use, the others stay",
        arguments: [PushRoute.expoAndroid, .expoApple]
    )
    func dead(_ route: PushRoute) async throws {
        try await withSandbox { sandbox in
            let gss = sandbox.backend("gss")
            let crowd = try await gss.crowd("receipt", 3, on: route)
            let (gone, phone) = crowd[0]
            try await sandbox.fault([
                "provider": "expo", "match": ["endpoint": "receipt", "phone": "\(phone.id)"],
                "answer": ["status": 200, "reason": "DeviceNotRegistered"], "times": 1,
            ])
            let users = JSON.list(crowd.map(\.user))
            let event = try await gss.trigger(Self.kudos.with("to", ["users": users]))
            #expect(try await event.report()["counts"]["deliveries"]["accepted"].int == 3)
            #expect(try await phone.notifications().isEmpty)
            try await sandbox.advance("PT14M")
            #expect(try await gss.deviceStates(gone) == ["active"], "nobody knows yet")

            try await sandbox.advance("PT10M")
            #expect(try await gss.deviceStates(gone) == ["quarantined"])
            let delivery = try await event.why(gone)["deliveries"][0]
            #expect(delivery["state"].string == "failed")
            #expect(delivery["reason"].string == "provider-rejected")
            #expect(delivery["attempts"].items.map { $0["outcome"].string } == ["accepted", "gone"])
            for (user, phone) in crowd.dropFirst() {
                #expect(try await gss.deviceStates(user) == ["active"])
                #expect(try await phone.notifications().count == 1)
            }
            let counts = try await event.report()["counts"]["deliveries"]
            #expect(counts["accepted"].int == 2)
            #expect(counts["failed"].int == 1)
        }
    }

    @Test(
        "a receipt that says later leads to one more try, and the phone shows it once",
        arguments: ["MessageRateExceeded", "ProviderError"]
    )
    func later(_ reason: String) async throws {
        try await withSandbox { sandbox in
            let gss = sandbox.backend("gss")
            let (user, phone) = try await gss.crowd("later", 1, on: .expoAndroid)[0]
            try await sandbox.fault([
                "provider": "expo", "match": ["endpoint": "receipt"], "answer": ["status": 200, "reason": "\(reason)"],
                "times": 1,
            ])
            let event = try await gss.trigger(Self.kudos.with("to", ["users": ["\(user)"]]))
            #expect(try await phone.notifications().isEmpty)
            try await sandbox.advance("PT20M")
            #expect(try await phone.pushes().count == 2)
            #expect(try await phone.notifications().count == 1)
            #expect(try await gss.deviceStates(user) == ["active"])
            try await sandbox.advance("PT1H")
            #expect(try await phone.pushes().count == 2, "the second receipt is fine")
            #expect(try await event.report()["counts"]["deliveries"]["accepted"].int == 1)
        }
    }

    @Test(
        "R165: what is cancelled or read between a ticket and a receipt that says later is not sent again",
        arguments: [("cancelled", "cancelled"), ("read", "resolved-elsewhere"), ("nothing", nil)]
    )
    func stopped(_ happens: String, _ reason: String?) async throws {
        try await withSandbox { sandbox in
            let gss = sandbox.backend("gss")
            let anna = try await gss.user("anna")
            let phone = try await anna.phone(on: .expoAndroid)
            try await sandbox.fault([
                "provider": "expo", "match": ["endpoint": "receipt"],
                "answer": ["status": 200, "reason": "MessageRateExceeded"], "times": 1,
            ])
            let event = try await gss.trigger(Self.kudos.with("to", ["users": ["anna"]]))
            #expect(try await event.report()["counts"]["deliveries"]["accepted"].int == 1)
            switch happens {
            case "cancelled":
                let answer = try await gss.api.delete("/api/v1/triggers/\(event.id)")
                #expect(answer == ["status": "cancelled", "cancelled": 0, "tooLate": 1, "phase": "after"])
            case "read":
                let id = try #require(try await anna.inbox().first?["id"].string)
                _ = try await anna.api.patch("/api/v1/notifications/\(id)/read", [:])
            default: break
            }
            try await sandbox.advance("PT2H")
            #expect(try await phone.pushes().filter { $0.peal["op"].string == "show" }.count == (reason == nil ? 2 : 1))
            let delivery = try await event.why("anna")["deliveries"][0]
            #expect(delivery["state"].string == (reason == nil ? "accepted" : "cancelled"))
            #expect(delivery["reason"].string == reason)
            #expect(delivery["attempts"].items.map { $0["outcome"].string }.prefix(2) == ["accepted", "throttled"])
        }
    }

    @Test("receipts that cannot be asked for are asked for again, and a refused set-up keeps the device")
    func askedAgain() async throws {
        try await withSandbox { sandbox in
            let gss = sandbox.backend("gss")
            let (user, phone) = try await gss.crowd("again", 1, on: .expoApple)[0]
            try await sandbox.fault([
                "provider": "expo", "match": ["endpoint": "receipt", "phone": "\(phone.id)"],
                "answer": ["status": 200, "reason": "InvalidCredentials"], "times": 1,
            ])
            try await sandbox.fault([
                "provider": "expo", "match": ["endpoint": "receipts"], "answer": ["status": 503], "times": 2,
            ])
            let event = try await gss.trigger(Self.kudos.with("to", ["users": ["\(user)"]]))
            try await sandbox.advance("PT1H")
            let delivery = try await event.why(user)["deliveries"][0]
            #expect(delivery["attempts"].items.map { $0["outcome"].string } == ["accepted", "rejected"])
            #expect(try await gss.deviceStates(user) == ["active"])
        }
    }
}
