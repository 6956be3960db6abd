import Testing

/// What a device key may do to the address of its device.
@Suite("Another address by a device key")
struct AddressByKeyTests {
    private static func token(_ mark: String) -> String {
        "acceptance-\(mark)_0123456789:abcdefghijklmnopqrstuvwxyz-ABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789"
    }

    /// A device of a user, by its key.
    private struct Keyed {
        let user: SignedInUser
        let id: String
        let hash: String
        let device: APICaller
        var path: String { "/api/v1/users/me/devices/\(id)" }

        init(_ user: SignedInUser, _ token: String) async throws {
            self.user = user
            let reply = try await user.register(["provider": "fcm", "platform": "android", "token": "\(token)"])
            id = try #require(reply.json["id"].string)
            hash = try #require(reply.json["addressHash"].string)
            let key = try #require(reply.json["deviceKey"].string)
            device = APICaller(url: user.sandbox.url, credential: "\(id):\(key)", scheme: "Peal-Device")
        }

        func move(_ token: String, _ hash: String?) async throws -> Reply {
            let body: JSON = ["token": "\(token)"]
            return try await device.send("PATCH", path, hash.map { body.with("oldAddressHash", "\($0)") } ?? body)
        }

        func pending() async throws -> String? {
            try await user.devices().first { $0["id"].string == id }?["addressPendingSince"].string
        }
    }

    @Test("is taken with the hash of the old one, each time with the last answer's")
    func chain() async throws {
        try await withSandbox { sandbox in
            let keyed = try await Keyed(try await sandbox.backend("gss").user("ann"), Self.token("a"))
            var hash = keyed.hash
            for mark in ["b", "c", "a"] {
                let reply = try await keyed.move(Self.token(mark), hash)
                #expect(reply.status == 200 && reply.json["addressPendingSince"].isNull)
                hash = try #require(reply.json["addressHash"].string)
            }
            let sync = try await keyed.device.post(
                "\(keyed.path)/sync",
                ["state": "background", "token": "\(Self.token("d"))", "oldAddressHash": "\(hash.uppercased())"]
            )
            #expect(sync["addressPending"].isNull && sync["addressHash"].string != nil)
            #expect(try await keyed.pending() == nil)
        }
    }

    @Test(
        "waits without it: it is kept, shown and counted once, and nothing is sent to it",
        arguments: [
            nil, "", "0", "nothing", String(repeating: "0", count: 64), "2c26b46b68ffc68ff99b453c1d30413413422d70",
        ]
            as [String?]
    )
    func waits(_ hash: String?) async throws {
        try await withSandbox { sandbox in
            let gss = sandbox.backend("gss")
            let ann = try await gss.user("ann")
            let phone = try await ann.phone()
            let device = APICaller(
                url: sandbox.url,
                credential: "\(phone.device):\(try #require(phone.key))",
                scheme: "Peal-Device"
            )
            let path = "/api/v1/users/me/devices/\(phone.device)"
            for mark in ["x", "y"] {
                let body: JSON = ["token": "\(Self.token(mark))"]
                let reply = try await device.send(
                    "PATCH",
                    path,
                    hash.map { body.with("oldAddressHash", "\($0)") } ?? body
                )
                if reply.status == 422 { return }
                #expect(reply.status == 200 && reply.json["addressPendingSince"].string != nil)
                #expect(reply.json["addressHash"].isNull)
            }
            let sync = try await device.post("\(path)/sync", ["state": "background", "token": "\(Self.token("z"))"])
            #expect(sync["addressPending"].bool == true)
            try await gss.trigger(["type": "kudos", "to": ["users": ["ann"]], "data": GSSKind.kudos])
            #expect(try await phone.notifications().count == 1, "the address in use stays")
            #expect(try await sandbox.metric("peal_devices_addresses_pending_total") == "1")
            #expect(try await ann.devices().first?["addressPendingSince"].string != nil)
            // A call with a session that names none confirms nothing: who left it there is not known.
            let launched = try await ann.api.post("\(path)/sync", ["state": "launched"])
            #expect(launched["addressPending"].bool == true)
            try await gss.trigger(["type": "kudos", "to": ["users": ["ann"]], "data": GSSKind.kudos])
            #expect(try await phone.notifications().count == 2)
        }
    }

    @Test("is confirmed by a call with a session that names it", arguments: ["sync", "PATCH", "registration"])
    func confirmed(_ call: String) async throws {
        try await withSandbox { sandbox in
            let keyed = try await Keyed(try await sandbox.backend("gss").user("ann"), Self.token("a"))
            let next = Self.token("b")
            #expect(try await keyed.move(next, nil).status == 200)
            #expect(try await keyed.pending() != nil)
            let ann = keyed.user
            let reply =
                switch call {
                case "sync":
                    try await ann.api.send("POST", "\(keyed.path)/sync", ["state": "launched", "token": "\(next)"])
                case "PATCH": try await ann.api.send("PATCH", keyed.path, ["token": "\(next)"])
                default:
                    try await ann.register([
                        "provider": "fcm", "platform": "android", "token": "\(next)", "replaces": "\(keyed.id)",
                    ])
                }
            #expect(reply.status == 200, "\(reply)")
            #expect(try await keyed.pending() == nil)
            let hash = try #require(reply.json["addressHash"].string)
            #expect(try await keyed.move(Self.token("c"), hash).json["addressPendingSince"].isNull)
        }
    }

    @Test("of another user moves only with a session, whatever is known of the old one")
    func taken() async throws {
        try await withSandbox { sandbox in
            let gss = sandbox.backend("gss")
            let ann = try await Keyed(try await gss.user("ann"), Self.token("a"))
            let bob = try await Keyed(try await gss.user("bob"), Self.token("b"))
            let reply = try await ann.move(Self.token("b"), ann.hash)
            #expect(reply.status == 200 && reply.json["addressPendingSince"].string != nil)
            #expect(try await bob.user.devices().map { $0["state"].string } == ["active"])
            let moved = try await ann.user.register([
                "provider": "fcm", "platform": "android", "token": "\(Self.token("b"))", "replaces": "\(ann.id)",
            ])
            #expect(moved.status == 200)
            #expect(try await bob.user.devices().isEmpty)
        }
    }

    @Test("that is the one in use needs no hash, and one of another push service is refused")
    func same() async throws {
        try await withSandbox { sandbox in
            let keyed = try await Keyed(try await sandbox.backend("gss").user("ann"), Self.token("a"))
            #expect(try await keyed.move(Self.token("a"), nil).json["addressPendingSince"].isNull)
            let subscription: JSON = [
                "endpoint": "https://push.example.net/x",
                "keys": ["p256dh": "BCVxsr7N", "auth": "BTBZMqHH6r4Tts7J_aSIgg"],
            ]
            let other = try await keyed.device.send(
                "PATCH",
                keyed.path,
                ["subscription": subscription, "oldAddressHash": "\(keyed.hash)"]
            )
            #expect(other.status == 422)
        }
    }
}
