import Testing

@Suite("Contract: preferences that are sent back as they were read", .serialized)
struct PreferenceEchoTests {
    private static let path = "/api/v1/users/me/notification-preferences"

    /// How clients send back what they read.
    static let senders: [(String, @Sendable (JSON) -> JSON)] = [
        ("as it is", { $0 }),
        ("without its time", { $0.without("updatedAt") }),
        ("with a time of its own", { $0.with("updatedAt", "2030-01-15T12:00:00Z") }),
        ("switches only", { ["categories": $0["categories"], "globalSettings": $0["globalSettings"]] }),
        ("quiet hours only", { ["quietHours": $0["quietHours"]] }),
        ("with null for what it does not know", { $0.with("badge", nil).with("updatedAt", nil) }),
    ]

    @Test("sent back whole it stores no choice: later defaults, another zone and other quiet hours reach the user")
    func defaults() async throws {
        try await withSandbox(at: "2030-01-15T12:00:00Z") { sandbox in
            let gss = sandbox.backend("gss")
            let file = CatalogFile(backend: gss)
            try await file.publish(("quietHours: false", "quietHours: true"))
            var users: [(SignedInUser, JSON)] = []
            for (index, (_, sender)) in Self.senders.enumerated() {
                let user = try await gss.user("echo-\(index)", ["timeZone": "Europe/Berlin"])
                let read = try await user.preferences()
                let answer = try await user.setPreferences(sender(read))
                #expect(answer["version"] == read["version"] && answer["updatedAt"] == read["updatedAt"])
                _ = try await user.api.patch("\(Self.path)/category/kudos", read["categories"]["kudos"])
                users.append((user, read))
            }
            let chosen = try await gss.user("echo-chosen", ["timeZone": "Europe/Berlin"])
            try await chosen.setPreferences([
                "categories": ["kudos": ["enabled": false]], "quietHours": ["timeZone": "Asia/Tokyo"],
            ])
            try await chosen.setPreferences(try await chosen.preferences())
            // A backend sends the same for its user.
            let byBackend = try await gss.user("echo-backend", ["timeZone": "Europe/Berlin"])
            let backendPath = "/api/v1/users/echo-backend/notification-preferences"
            _ = try await gss.api.put(backendPath, try await gss.api.get(backendPath))
            users.append((byBackend, try await byBackend.preferences()))

            try await file.publish(("defaults: {push: true", "defaults: {push: false"))
            for (user, _) in users {
                _ = try await gss.api.patch("/api/v1/users/\(user.user)", ["timeZone": "America/New_York"])
                let now = try await user.preferences()
                #expect(now["globalSettings"]["pushEnabled"].bool == false, "\(user.user)")
                #expect(now["quietHours"]["timeZone"].string == "America/New_York", "\(user.user)")
            }
            let now = try await chosen.preferences()
            #expect(now["categories"]["kudos"]["enabled"].bool == false)
            #expect(now["quietHours"]["timeZone"].string == "Asia/Tokyo")
            #expect(now["globalSettings"]["pushEnabled"].bool == false)
        }
    }

    /// What was chosen, how it is withdrawn, and by which call.
    static let taken: [(JSON, JSON, String?)] = [
        (["globalSettings": ["pushEnabled": false]], ["globalSettings": ["pushEnabled": nil]], nil),
        (["globalSettings": ["pushEnabled": false]], ["globalSettings": nil], nil),
        (["categories": ["kudos": ["enabled": false]]], ["categories": ["kudos": ["enabled": nil]]], nil),
        (["categories": ["kudos": ["enabled": false]]], ["categories": ["kudos": nil]], nil),
        (["categories": ["kudos": ["enabled": false]]], ["categories": nil], nil),
        (["categories": ["kudos": ["channels": ["push": false]]]], ["categories": ["kudos": ["channels": nil]]], nil),
        (["categories": ["kudos": ["channels": ["push": false]]]], ["channels": ["push": nil]], "kudos"),
        (["categories": ["kudos": ["enabled": false]]], ["enabled": nil], "kudos"),
        (["quietHours": ["timeZone": "Asia/Tokyo"]], ["quietHours": ["timeZone": nil]], nil),
        (["quietHours": ["start": "20:00", "timeZone": "Asia/Tokyo"]], ["quietHours": nil], nil),
    ]

    @Test("null withdraws a choice, one field or all under it, by PUT and by PATCH of a category")
    func null() async throws {
        try await withSandbox(at: "2030-01-15T12:00:00Z") { sandbox in
            let gss = sandbox.backend("gss")
            try await CatalogFile(backend: gss).publish(("quietHours: false", "quietHours: true"))
            for (index, (choice, taking, category)) in Self.taken.enumerated() {
                let user = try await gss.user("null-\(index)", ["timeZone": "Europe/Berlin"])
                let before = try await user.preferences()
                let chosen = try await user.setPreferences(choice)
                #expect(chosen["version"].int == 1, "\(choice)")
                let after =
                    if let category {
                        try await user.api.patch("\(Self.path)/category/\(category)", taking)
                    } else {
                        try await user.setPreferences(taking)
                    }
                for name in ["globalSettings", "categories", "quietHours", "enabledCount"] {
                    #expect(after[name] == before[name], "\(taking)")
                }
                #expect(after["version"].int == 2, "\(taking)")
            }
        }
    }

    @Test("a locked category is sent back without an error, and what would change it is still refused")
    func locked() async throws {
        try await withSandbox(at: "2030-01-15T12:00:00Z") { sandbox in
            let user = try await sandbox.backend("dsober").user("driver", ["roles": ["dd"]])
            let read = try await user.preferences()
            let locked = read["categories"].names.filter { read["categories"][$0]["locked"].bool == true }
            try #require(!locked.isEmpty, "\(read)")
            #expect(try await user.setPreferences(read)["version"] == read["version"])
            for key in locked {
                let one = try await user.api.patch("\(Self.path)/category/\(key)", read["categories"][key])
                #expect(one["version"] == read["version"])
                let off = try await user.api.send("PATCH", "\(Self.path)/category/\(key)", ["enabled": false])
                #expect(off.status == 422 && off.code == "category-locked", "\(off)")
                let back = try await user.api.send("PATCH", "\(Self.path)/category/\(key)", ["enabled": nil])
                #expect(back.status == 200, "\(back)")
            }
        }
    }
}
