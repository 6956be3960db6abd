import Testing

@Suite("The one call of a client when it starts or wakes up")
struct DeviceSyncTests {
    private static func kudos(_ backend: Backend, _ user: String) async throws {
        try await backend.trigger(["type": "kudos", "to": ["users": ["\(user)"]], "data": GSSKind.kudos])
    }

    @Test("names what was missed, newest first, until it was shown or seen (R146)")
    func missed() async throws {
        try await withSandbox { sandbox in
            let gss = sandbox.backend("gss")
            let ann = try await gss.user("ann")
            let phone = try await ann.phone()
            let path = "/api/v1/users/me/devices/\(phone.device)/sync"
            for _ in 0..<3 { try await Self.kudos(gss, "ann") }
            let rows = try await gss.api.get("/api/v1/users/ann/notifications")["items"].items.compactMap {
                $0["id"].string
            }
            let first = try await ann.api.post(path, ["state": "background", "shown": [.init(stringLiteral: rows[2])]])
            #expect(
                first["missed"] == [
                    "count": 2, "ids": [.init(stringLiteral: rows[0]), .init(stringLiteral: rows[1])], "cursor": nil,
                ]
            )
            #expect(first["badge"]["count"].int == 3 && first["clear"] == [])
            let opened = try await ann.api.post(path, ["state": "launched", "shown": .list(rows)])
            #expect(opened["missed"]["count"].int == 0 && opened["badge"]["count"].int == 3)
            let after = try await ann.api.post(path, ["state": "background", "shown": .list(rows)])
            #expect(after["clear"] == .list(rows) && after["missed"]["count"].int == 0)
            #expect(try await ann.inbox().allSatisfy { $0["deliveredAt"].string != nil && $0["readAt"].isNull })
        }
    }

    @Test(
        "R165: what a device names by its tag alone leaves its screen by the tag, and what no push of it has stays",
        arguments: ["fcm", "expo", "apns"]
    )
    func tags(provider: String) async throws {
        try await withSandbox { sandbox in
            let gss = sandbox.backend("gss")
            let ann = try await gss.user("ann")
            let phone = try await ann.phone(provider == "apns" ? "ios" : "android", provider: provider)
            let path = "/api/v1/users/me/devices/\(phone.device)/sync"
            for _ in 0..<2 { try await Self.kudos(gss, "ann") }
            let shown = try await phone.pushes().map(\.peal)
            let tags = shown.compactMap { $0["tag"].string }
            let ids = shown.compactMap { $0["id"].string }
            try #require(tags.count == 2 && ids.count == 2)
            let named: JSON = [
                ["tag": "\(tags[0])"], ["id": "\(ids[1])", "tag": "\(tags[1])"], ["tag": "of-another-sender"],
            ]
            let first = try await ann.api.post(path, ["state": "background", "shown": named])
            #expect(first["clear"] == [] && first["clearTags"].isNull)
            #expect(first["missed"]["count"].int == 0, "both are shown")
            let rows = try await ann.inbox()
            #expect(rows.allSatisfy { $0["deliveredAt"].string != nil }, "both count as received")
            for id in ids { _ = try await ann.api.send("PATCH", "/api/v1/notifications/\(id)/read") }
            let after = try await ann.api.post(path, ["state": "background", "shown": named])
            #expect(after["clear"] == .list(ids))
            #expect(
                after["clearTags"] == [
                    ["id": "\(ids[0])", "tag": "\(tags[0])"], ["id": "\(ids[1])", "tag": "\(tags[1])"],
                ]
            )
        }
    }

    @Test(
        "what is shown has an id or a tag",
        arguments: [#"{}"#, #"{"tag": 5}"#, #"{"id": "n1"}"#, "5"]
    )
    func malformed(entry: String) async throws {
        try await withSandbox { sandbox in
            let ann = try await sandbox.backend("gss").user("ann")
            let phone = try await ann.phone()
            let body = try JSON(parsing: Array(#"{"state": "background", "shown": [\#(entry)]}"#.utf8))
            let reply = try await ann.api.send("POST", "/api/v1/users/me/devices/\(phone.device)/sync", body)
            #expect(reply.status == 422 && reply.pointers.allSatisfy { $0.hasPrefix("/shown/0") }, "\(reply.pointers)")
        }
    }

    @Test("continues a long list where the inbox does")
    func many() async throws {
        try await withSandbox { sandbox in
            let match = sandbox.backend("gss")
            let ann = try await match.user("ann")
            let phone = try await ann.phone()
            for _ in 0..<53 {
                _ = try await match.post(["type": "kudos", "to": ["users": ["ann"]], "data": GSSKind.kudos])
            }
            try await sandbox.settle()
            let answer = try await ann.api.post(
                "/api/v1/users/me/devices/\(phone.device)/sync",
                ["state": "background"]
            )
            #expect(answer["missed"]["count"].int == 53 && answer["missed"]["ids"].items.count == 50)
            let cursor = try #require(answer["missed"]["cursor"].string)
            let rest = try await ann.api.get("/api/v1/notifications?status=unread&cursor=\(cursor)")
            #expect(rest["items"].items.count == 3)
        }
    }

    @Test("takes over what the client says of the device, and says when it has to register again")
    func reported() async throws {
        try await withSandbox { sandbox in
            let gss = sandbox.backend("gss")
            let ann = try await gss.user("ann")
            let phone = try await ann.phone()
            let path = "/api/v1/users/me/devices/\(phone.device)/sync"
            let answer = try await ann.api.post(
                path,
                [
                    "state": "foreground", "permission": "denied", "capabilities": ["bluetooth": "granted"],
                    "appVersion": "3.1", "locale": "de-DE", "timeZone": "Europe/Berlin",
                ]
            )
            #expect(
                answer["configVersion"].int == (try await ann.api.get("/api/v1/client-config")["catalogVersion"].int)
            )
            #expect(answer["preferencesVersion"].int == (try await ann.preferences()["version"].int))
            let device = try #require(try await ann.devices().first)
            #expect(device["permission"].string == "denied" && device["appVersion"].string == "3.1")
            #expect(device["locale"].string == "de-DE" && device["timeZone"].string == "Europe/Berlin")
            #expect(device["capabilities"] == ["bluetooth": "granted"])
            _ = try await ann.api.post(path, ["state": "foreground", "permission": "granted"])
            try await phone.change("uninstall")
            try await Self.kudos(gss, "ann")
            #expect(try await ann.api.post(path, ["state": "background"])["state"].string == "quarantined")
        }
    }

    @Test(
        "is refused for what is not understood",
        arguments: [
            ([:], ["/state"]), (["state": "asleep"], ["/state"]),
            (["state": "background", "shown": ["x"]], ["/shown/0"]),
            (["state": "background", "token": "a b"], ["/token"]),
        ] as [(JSON, [String])]
    )
    func invalid(body: JSON, pointers: [String]) async throws {
        try await withSandbox { sandbox in
            let ann = try await sandbox.backend("gss").user("ann")
            let phone = try await ann.phone()
            let reply = try await ann.api.send("POST", "/api/v1/users/me/devices/\(phone.device)/sync", body)
            #expect(reply.status == 422 && reply.pointers == pointers, "\(reply)")
        }
    }
}
