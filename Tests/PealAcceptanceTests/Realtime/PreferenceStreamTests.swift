import Testing

/// A settings screen that is open on another device follows every change (R081).
@Suite("Real time: preferences", .sharedSandbox())
struct PreferenceStreamTests {
    @Test("each change arrives at the user's other devices as it is read there, and nothing arrives at others")
    func changes() async throws {
        let match = try SharedSandbox.sandbox.backend("match")
        let (anna, ben) = (try await match.user("anna"), try await match.user("ben"))
        var phone = try await LiveStream.open(anna.api)
        var tablet = try await LiveStream.open(anna.api)
        var other = try await LiveStream.open(ben.api)
        _ = try await phone.next("badge.changed")
        _ = try await tablet.next("badge.changed")
        _ = try await other.next("badge.changed")
        let path = "/api/v1/users/me/notification-preferences"
        var mute = ""
        let changes: [() async throws -> Void] = [
            { try await anna.setCategory("messages", enabled: false) },
            { _ = try await anna.api.patch("\(path)/category/messages", ["channels": ["push": false]]) },
            { try await anna.setPreferences(["globalSettings": ["emailEnabled": true]]) },
            { try await anna.setPreferences(["quietHours": ["start": "21:00", "timeZone": "Asia/Tokyo"]]) },
            { mute = try await anna.mute(["scope": "thread", "id": "c1", "for": nil])["id"].string ?? "" },
            { _ = try await anna.api.delete("/api/v1/users/me/mutes/\(mute)") },
            { _ = try await anna.api.post("\(path)/reset") },
        ]
        for change in changes {
            try await change()
            // What changes nothing sends nothing: the next message is about the next change.
            try await anna.setPreferences([:])
            let now = try await anna.preferences().without("syncedAt")
            for event in [try await phone.next(), try await tablet.next()] {
                #expect(event?.kind == "preferences.changed")
                #expect(event?.data.without("syncedAt") == now)
            }
        }
        try await ben.setCategory("messages", enabled: false)
        #expect(try await other.next()?.data["userId"].string == "ben")
    }

    @Test("a role that locks a category arrives, whether it is the user's own or one of a group, and so does its end")
    func locked() async throws {
        let dsober = try SharedSandbox.sandbox.backend("dsober")
        let dana = try await dsober.user("dana-locked")
        var phone = try await LiveStream.open(dana.api)
        _ = try await phone.next("badge.changed")
        let (user, member) = ("/api/v1/users/dana-locked", "/api/v1/entities/group/g-locked/members/dana-locked")
        _ = try await dsober.api.put("/api/v1/entities/group/g-locked", [:])
        let changes: [(locked: Bool, make: () async throws -> Void)] = [
            (true, { _ = try await dsober.api.put(user, ["roles": ["admin"]]) }),
            (false, { _ = try await dsober.api.put(user, ["roles": []]) }),
            (true, { _ = try await dsober.api.put(member, ["role": "dd"]) }),
            (false, { _ = try await dsober.api.delete(member) }),
        ]
        for change in changes {
            try await change.make()
            // What locks nothing else sends nothing.
            _ = try await dsober.api.patch(user, ["name": "Dana"])
            let event = try await phone.next()
            #expect(event?.kind == "preferences.changed")
            #expect(event?.data["categories"]["safety"]["locked"].bool == change.locked)
        }
    }
}
