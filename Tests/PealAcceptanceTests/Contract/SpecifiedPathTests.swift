import Testing

/// S0 names a user in its paths and S1 does not: both are answered alike (C27).
@Suite("The paths of S0 and S1 lead to the same (R233, R234, R236, R237)", .sharedSandbox())
struct SpecifiedPathTests {
    let gss: Backend

    init() throws { gss = try SharedSandbox.sandbox.backend("gss") }

    private func signedInUser(_ user: String, rows: Int) async throws -> SignedInUser {
        let signedIn = try await gss.user(user)
        for _ in 0..<rows {
            try await gss.trigger(["type": "kudos", "to": ["users": ["\(user)"]], "data": GSSKind.kudos])
        }
        return signedIn
    }

    @Test(
        "the list, under the user and under the caller",
        arguments: ["", "?limit=50&offset=0&status=unread", "?limit=2", "?limit=1&offset=1", "?status=read"]
    )
    func list(query: String) async throws {
        let user = "paths-\(query.utf8.count)"
        let anna = try await signedInUser(user, rows: 3)
        let newest = try #require(try await anna.inbox().first?["id"].string)
        _ = try await anna.api.post("/api/v1/notifications/\(newest)/read")
        let lists = try await ["/users/\(user)/notifications", "/users/me/notifications", "/notifications"].mapInOrder {
            try await anna.api.get("/api/v1\($0)\(query)")
        }
        #expect(!lists[0]["items"].items.isEmpty)
        for list in lists { #expect(list.without("nextCursor") == lists[0].without("nextCursor")) }
        for list in lists { #expect(list["nextCursor"].isNull == lists[0]["nextCursor"].isNull) }
    }

    @Test("one is read by PATCH and by POST, each time it is said", arguments: ["PATCH", "POST"], [1, 2])
    func read(method: String, times: Int) async throws {
        let anna = try await signedInUser("read-\(method)-\(times)", rows: 2)
        let id = try #require(try await anna.inbox().last?["id"].string)
        for _ in 0..<times {
            let answer = try await anna.api.send(method, "/api/v1/notifications/\(id)/read").expecting(200)
            #expect(answer["id"].string == id && answer["status"].string == "read")
        }
        #expect(try await anna.unreadCount() == 1)
    }

    @Test("preferences, under the user's id and under `me`; a category by S0's key and by its name")
    func preferences() async throws {
        let anna = try await signedInUser("paths-choices", rows: 0)
        let paths = ["paths-choices", "me"].map { "/api/v1/users/\($0)/notification-preferences" }
        for (path, isOn) in zip(paths, [false, true]) {
            _ = try await anna.api.put(path, ["globalSettings": ["pushEnabled": JSON(booleanLiteral: isOn)]])
            for other in paths {
                #expect(try await anna.api.get(other)["globalSettings"]["pushEnabled"].bool == isOn)
            }
            for name in ["streakRisk", "streak-risk"] {
                _ = try await anna.api.patch("\(path)/category/\(name)", ["enabled": false])
                #expect(try await anna.preferences()["categories"]["streakRisk"]["enabled"].bool == false)
                _ = try await anna.api.post("\(path)/reset")
                #expect(try await anna.preferences()["categories"]["streakRisk"]["enabled"].bool == true)
            }
        }
    }

    @Test("a device is registered under the user's id and under `me`, and it is one device")
    func device() async throws {
        let anna = try await signedInUser("paths-device", rows: 0)
        let body: JSON = [
            "provider": "fcm", "platform": "android",
            "token": "exampleToken_paths:abcdefghijklmnopqrstuvwxyz-ABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789",
        ]
        let first = try await anna.api.send("POST", "/api/v1/users/me/devices/push", body)
        let again = try await anna.api.send("POST", "/api/v1/users/paths-device/devices/push", body)
        #expect(first.status == 201 && again.status == 200, "\(first) \(again)")
        #expect(first.json["id"] == again.json["id"])
        #expect(try await anna.devices().count == 1)
    }
}

extension Array {
    /// What an asynchronous call makes of each element, one after the other.
    fileprivate func mapInOrder<Value>(_ transform: (Element) async throws -> Value) async rethrows -> [Value] {
        var values: [Value] = []
        for element in self { values.append(try await transform(element)) }
        return values
    }
}
