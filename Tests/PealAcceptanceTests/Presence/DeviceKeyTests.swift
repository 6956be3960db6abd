import Testing

@Suite("What runs on a device without a session")
struct DeviceKeyTests {
    private static let token =
        "acceptance-Rotated_0123456789:abcdefghijklmnopqrstuvwxyz-ABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789"

    /// Calls with a device key.
    private static func caller(_ phone: Phone, key: String) -> APICaller {
        APICaller(url: phone.sandbox.url, credential: "\(phone.device):\(key)", scheme: "Peal-Device")
    }

    private static func kudos(_ backend: Backend, _ user: String) async throws {
        try await backend.trigger(["type": "kudos", "to": ["users": ["\(user)"]], "data": GSSKind.kudos])
    }

    @Test("confirms, dismisses, syncs and replaces its token after the user's token has expired")
    func afterExpiry() async throws {
        try await withSandbox { sandbox in
            let gss = sandbox.backend("gss")
            let ann = try await gss.user("ann", signedInFor: "PT10M")
            let phone = try await ann.phone()
            for _ in 0..<2 { try await Self.kudos(gss, "ann") }
            let ids = try await phone.shownIDs()
            #expect(ids.count == 2)
            try await sandbox.advance("PT1H")
            #expect(try await ann.api.send("GET", "/api/v1/notifications").status == 401)
            let device = Self.caller(phone, key: try #require(phone.key))

            #expect(try await device.send("POST", "/api/v1/notifications/\(ids[0])/received").status == 204)
            let dismissed = try await device.send("POST", "/api/v1/notifications/\(ids[1])/dismissed")
            #expect(dismissed.status == 204 && dismissed.bytes.isEmpty)
            let rows = try await gss.api.get("/api/v1/users/ann/notifications")["items"].items
            let (first, second) = (rows.first { $0["id"].string == ids[0] }, rows.first { $0["id"].string == ids[1] })
            #expect(first?["deliveredAt"].string != nil && first?["seenAt"].isNull == true)
            #expect(second?["seenAt"].string != nil)

            let path = "/api/v1/users/me/devices/\(phone.device)"
            let sync = try await device.post("\(path)/sync", ["state": "background", "shown": .list(ids)])
            #expect(sync["state"].string == "active" && sync["clear"] == [.init(stringLiteral: ids[1])])
            #expect(sync["badge"]["count"].int == 2 && sync["missed"]["count"].int == 0)
            #expect(!sync.text.contains("\"title\"") && !sync.text.contains("\"body\""))

            let old = try #require(phone.addressHash)
            let moved = try await device.send("PATCH", path, ["token": "\(Self.token)", "oldAddressHash": "\(old)"])
            #expect(moved.status == 200 && moved.json["id"].string == phone.device)
            #expect(!moved.text.contains(Self.token))
            let devices = try await gss.api.get("/api/v1/users/ann/devices")["items"].items
            #expect(devices.map { $0["id"].string } == [phone.device])
        }
    }

    @Test("may do nothing else, and nothing for another device or another notification")
    func nothingElse() async throws {
        try await withSandbox { sandbox in
            let gss = sandbox.backend("gss")
            let ann = try await gss.user("ann")
            let phone = try await ann.phone()
            try await Self.kudos(gss, "ann")
            let id = try #require(try await phone.shownIDs().first)
            let late = try await ann.phone()
            let (device, other) = (
                Self.caller(phone, key: try #require(phone.key)), Self.caller(late, key: try #require(late.key))
            )
            let path = "/api/v1/users/me/devices/\(phone.device)"
            let refused: [(Int, String, String, JSON?)] = [
                (403, "GET", "/api/v1/notifications", nil), (403, "GET", "/api/v1/users/me/notifications", nil),
                (403, "GET", "/api/v1/users/me/devices", nil), (403, "DELETE", path, nil),
                (403, "POST", "/api/v1/users/me/devices/push", [:]), (403, "GET", "/api/v1/client-config", nil),
                (403, "POST", "/api/v1/notifications/\(id)/read", nil), (403, "POST", "/api/v1/triggers", [:]),
                (403, "POST", "/api/v1/notifications/seen", [:]), (403, "GET", "/api/v1/users/ann", nil),
                (403, "PATCH", path, ["permission": "denied"]), (403, "PATCH", path, ["enabled": false]),
                (403, "PATCH", path, ["token": "\(Self.token)", "enabled": false]), (403, "PATCH", path, [:]),
                (404, "PATCH", "/api/v1/users/me/devices/\(late.device)", ["token": "\(Self.token)"]),
                (404, "POST", "/api/v1/users/me/devices/\(late.device)/sync", ["state": "background"]),
                (404, "POST", "/api/v1/users/bob/devices/\(phone.device)/sync", ["state": "background"]),
            ]
            for (status, method, path, body) in refused {
                let reply = try await device.send(method, path, body)
                #expect(reply.status == status, "\(reply)")
            }
            #expect(try await other.send("POST", "/api/v1/notifications/\(id)/received").status == 404)
            #expect(try await device.send("POST", "/api/v1/notifications/\(id)/received").status == 204)
        }
    }

    @Test("is unauthorised with another key, and once its device has ended")
    func ends() async throws {
        try await withSandbox { sandbox in
            let gss = sandbox.backend("gss")
            let ann = try await gss.user("ann")
            let (phone, second) = (try await ann.phone(), try await ann.phone())
            let (key, otherKey) = (try #require(phone.key), try #require(second.key))
            func status(_ phone: Phone, _ key: String) async throws -> Int {
                let path = "/api/v1/users/me/devices/\(phone.device)/sync"
                return try await Self.caller(phone, key: key).send("POST", path, ["state": "background"]).status
            }
            #expect(try await status(phone, key) == 200)
            for wrong in [otherKey, key + "x", String(key.dropLast()), "", key.uppercased()] {
                #expect(try await status(phone, wrong) == 401)
            }
            let asBearer = APICaller(url: sandbox.url, credential: key)
            #expect(try await asBearer.send("GET", "/api/v1/notifications").status == 401)
            _ = try await ann.api.delete("/api/v1/users/me/devices/\(phone.device)")
            #expect(try await status(phone, key) == 401)
            #expect(try await status(second, otherKey) == 200)
            _ = try await gss.api.delete("/api/v1/users/ann")
            #expect(try await status(second, otherKey) == 401)
        }
    }

    @Test("gets its key when it registers first, and another one only when it asks")
    func renewed() async throws {
        try await withSandbox { sandbox in
            let gss = sandbox.backend("gss")
            let ann = try await gss.user("ann")
            let body: JSON = ["provider": "fcm", "token": "\(Self.token)", "platform": "android"]
            func register(_ body: JSON) async throws -> Reply {
                try await ann.api.send("POST", "/api/v1/users/me/devices/push", body)
            }
            let first = try await register(body)
            let (id, key) = (try #require(first.json["id"].string), try #require(first.json["deviceKey"].string))
            #expect(first.status == 201)
            func status(_ key: String) async throws -> Int {
                let caller = APICaller(url: sandbox.url, credential: "\(id):\(key)", scheme: "Peal-Device")
                return try await caller.send("POST", "/api/v1/users/me/devices/\(id)/sync", ["state": "background"])
                    .status
            }
            let again = try await register(body)
            #expect(again.status == 200 && again.json["deviceKey"].isNull)
            #expect(try await status(key) == 200)
            let renewed = try await register(body.with("newDeviceKey", true))
            let newKey = try #require(renewed.json["deviceKey"].string)
            #expect(renewed.status == 200 && newKey != key)
            #expect(try await status(key) == 401)
            #expect(try await status(newKey) == 200)
            for path in ["/api/v1/users/me/devices", "/api/v1/users/ann/export"] {
                let caller = path.hasSuffix("export") ? gss.api : ann.api
                #expect(try await !caller.send("GET", path).text.contains(newKey))
            }
        }
    }
}
