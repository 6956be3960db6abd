import Testing

@Suite("S2 NHS: repetition, mutes and size")
struct NHSTimeTests {
    @Test("12.2: the same announcement within an hour is sent once; after the hour it is sent again (R156)")
    func dedupe() async throws {
        try await withSandbox(at: "2030-01-15T16:00:00Z") { sandbox in
            let nhs = sandbox.backend("nhs")
            let members = try await NHSFixture.organisation("o1", members: ["anna"], on: nhs)
            let phone = try await members[0].phone()
            let first = try await nhs.trigger(NHSFixture.announcement("a1", org: "o1"))
            try await sandbox.advance("PT59M")
            let again = try await nhs.post(NHSFixture.announcement("a1", org: "o1"))
            #expect(again.status == 200)
            #expect(again.json["duplicate"].bool == true)
            #expect(again.json["id"].string == first.id)
            try await nhs.trigger(NHSFixture.announcement("a2", org: "o1"))
            #expect(try await phone.notifications().count == 2, "another announcement is another matter")

            try await sandbox.advance("PT2M")
            try await nhs.trigger(NHSFixture.announcement("a1", org: "o1"))
            #expect(try await phone.pushes().count == 3)
        }
    }

    @Test("12.4: everything muted for an hour, a day or a week (R091)", arguments: ["PT1H", "P1D", "P7D"])
    func mute(_ duration: String) async throws {
        try await withSandbox(at: "2030-01-15T16:00:00Z") { sandbox in
            let nhs = sandbox.backend("nhs")
            let anna = try await NHSFixture.organisation("o1", members: ["anna"], on: nhs)[0]
            let phone = try await anna.phone()
            let mute = try await anna.mute(["scope": "all", "for": "\(duration)"])
            #expect(mute["scope"].string == "all")
            let end = try #require(mute["until"].string)
            let event = try await nhs.trigger(NHSFixture.announcement("a1", org: "o1"))
            #expect(try await event.pushReason("anna") == "muted")
            try await sandbox.advance(duration == "PT1H" ? "PT59M" : duration == "P1D" ? "PT23H59M" : "PT167H59M")
            try await nhs.trigger(NHSFixture.announcement("a2", org: "o1"))
            #expect(try await phone.pushes().isEmpty)
            #expect(try await anna.inbox().count == 2, "the inbox has them")

            try await sandbox.setClock(end)
            try await nhs.trigger(NHSFixture.announcement("a3", org: "o1"))
            #expect(try await phone.notifications().count == 1)
            #expect(try await anna.preferences()["mutes"].items.isEmpty)
        }
    }

    @Test("2.5, 5.5: six hundred members are reached, counted and not one twice (R062, R150)")
    func batch() async throws {
        try await withSandbox { sandbox in
            let nhs = sandbox.backend("nhs")
            try await nhs.putEntity("org/big")
            try await withThrowingTaskGroup(of: Void.self) { group in
                for queue in 0..<12 {
                    group.addTask {
                        for number in stride(from: queue, to: 600, by: 12) {
                            _ = try await nhs.api.put("/api/v1/users/m\(number)", [:])
                            try await nhs.putMember("m\(number)", of: "org/big", ["role": "member"])
                        }
                    }
                }
                try await group.waitForAll()
            }
            var phones: [Phone] = []
            for number in stride(from: 0, to: 600, by: 60) {
                let token = try await sandbox.token("nhs", "m\(number)")
                phones.append(
                    try await SignedInUser(sandbox: sandbox, app: "nhs", user: "m\(number)", token: token).phone()
                )
            }
            let event = try await nhs.trigger(NHSFixture.announcement("big", org: "big"))
            let report = try await event.report()
            #expect(report["status"].string == "done")
            #expect(report["counts"]["recipients"].int == 600)
            #expect(report["counts"]["notified"].int == 600)
            #expect(report["counts"]["deliveries"]["accepted"].int == 10)
            for phone in phones { #expect(try await phone.pushes().count == 1) }
        }
    }

    @Test("10.3, 10.4: the badge grows with each notification and opening the app clears it")
    func badge() async throws {
        try await withSandbox { sandbox in
            let nhs = sandbox.backend("nhs")
            let anna = try await NHSFixture.organisation("o1", members: ["anna"], on: nhs)[0]
            let phone = try await anna.phone()
            try await nhs.trigger(NHSFixture.announcement("a1", org: "o1"))
            try await nhs.trigger(NHSFixture.announcement("a2", org: "o1"))
            #expect(try await phone.pushes().map { $0.peal["badge"].int } == [1, 2])
            _ = try await anna.api.post("/api/v1/notifications/seen")
            try await nhs.trigger(NHSFixture.announcement("a3", org: "o1"))
            #expect(try await phone.pushes().last?.peal["badge"].int == 1)
        }
    }

    @Test("9.3: a network failure is overcome without anybody doing anything (R142)")
    func networkFailure() async throws {
        try await withSandbox(at: "2030-01-15T16:00:00Z") { sandbox in
            let nhs = sandbox.backend("nhs")
            let phone = try await NHSFixture.organisation("o1", members: ["anna"], on: nhs)[0].phone()
            try await sandbox.fault(["provider": "fcm", "reset": "before", "times": 2])
            try await nhs.trigger(NHSFixture.announcement("a1", org: "o1"))
            try await sandbox.advance("PT5M")
            #expect(try await phone.notifications().count == 1)
        }
    }
}
