import PealCore
import Testing

@Suite("A device's hints never keep it from being registered", .sharedSandbox())
struct DeviceHintTests {
    let sandbox: Sandbox
    let gss: Backend

    init() throws {
        sandbox = try SharedSandbox.sandbox
        gss = sandbox.backend("gss")
    }

    /// Files of the corpus, the field that each is about, and what is named where a value is left out.
    static let fields = [
        ("zones", "timeZone", "time-zone-ignored"), ("locales", "locale", "locale-ignored"),
        ("app-versions", "appVersion", "app-version-ignored"), ("permissions", "permission", "permission-ignored"),
    ]

    @Test("what clients were seen to send is kept or left out, at registration and in sync", arguments: fields)
    func corpus(_ file: String, _ field: String, _ code: String) async throws {
        let anna = try await gss.user("corpus-\(field)")
        let rows = CorpusFile.rows(file)
        #expect(rows.count > 20)
        for (index, row) in rows.enumerated() {
            let body = Self.device("\(field)-\(index)").with(field, JSON(row.input))
            let registered = try await anna.register(body)
            #expect(registered.status == 201, "\(row) \(registered)")
            Self.expect(registered, row, field, code)
            guard let id = registered.json["id"].string else { continue }
            let sync = try await anna.api.send(
                "POST",
                "/api/v1/users/me/devices/\(id)/sync",
                (["state": "background"] as JSON).with(field, JSON(row.input))
            )
            #expect(sync.status == 200, "\(row) \(sync)")
            #expect(Self.warnings(sync) == (row.value == .null ? ["\(code) \(field)"] : []), "\(row) \(sync)")
        }
        let left = rows.count { $0.value == .null }
        let metric = "peal_hints_ignored_total{app=\"gss\",kind=\"\(code.dropLast("-ignored".count))\"}"
        #expect(try await sandbox.metric(metric).flatMap { Int($0) } ?? 0 >= 2 * left)
    }

    private static func expect(_ reply: Reply, _ row: CorpusRow, _ field: String, _ code: String) {
        let kept = reply.json[field]
        let isLeftOut = row.value == .null
        // A client that has an address and says nothing that can be understood of its permission was permitted.
        let standard: JSON = field == "permission" ? "granted" : .null
        #expect(kept == (isLeftOut ? standard : JSON(row.value)), "\(row) \(reply)")
        #expect(warnings(reply) == (isLeftOut ? ["\(code) \(field)"] : []), "\(row) \(reply)")
    }

    @Test("states of capabilities are kept one by one", arguments: CorpusFile.rows("capabilities"))
    func capability(_ row: CorpusRow) async throws {
        let anna = try await gss.user("capability")
        let stated = (["location": "granted"] as JSON).with("bluetooth", JSON(row.input))
        let body = Self.device("capability-\(row.description.utf8.reduce(0) { ($0 &* 31 &+ Int($1)) & 0xFFFFFF })")
        let reply = try await anna.register(body.with("capabilities", stated))
        #expect(reply.status == 201, "\(row) \(reply)")
        #expect(reply.json["capabilities"]["location"].string == "granted")
        #expect(reply.json["capabilities"]["bluetooth"] == JSON(row.value), "\(row) \(reply)")
        #expect(
            Self.warnings(reply) == (row.value == .null ? ["capability-ignored capabilities"] : []),
            "\(row) \(reply)"
        )
    }

    @Test(
        "capabilities that are no object are left out as a whole",
        arguments: ["granted", 1, true, nil, ["bluetooth"], ["": "granted", "bluetooth": "granted"]] as [JSON]
    )
    func capabilities(_ stated: JSON) async throws {
        let anna = try await gss.user("capabilities")
        let reply = try await anna.register(Self.device("capabilities").with("capabilities", stated))
        #expect(reply.status / 100 == 2, "\(stated) \(reply)")
        #expect(reply.json["capabilities"] == (stated["bluetooth"].isNull ? [:] : ["bluetooth": "granted"]))
        #expect(Self.warnings(reply) == ["capability-ignored capabilities"], "\(reply)")
    }

    @Test("words for Apple's services are read; what is none is refused", arguments: CorpusFile.rows("environments"))
    func environment(_ row: CorpusRow) async throws {
        let anna = try await gss.user("environment")
        let token = String(repeating: "ab", count: 31) + "0\(row.description.utf8.count % 10)"
        let body: JSON = ["provider": "apns", "platform": "ios", "token": "\(token)", "environment": JSON(row.input)]
        let reply = try await anna.register(body)
        if row.value == .null {
            #expect(reply.status == 422, "\(row) \(reply)")
            #expect(reply.pointers == ["/environment"])
            #expect(reply.text.contains(#"must be \"production\" or \"sandbox\""#), "\(reply)")
        } else {
            #expect(reply.status / 100 == 2, "\(row) \(reply)")
            #expect(reply.json["environment"].string == (row.value.string == "" ? nil : row.value.string))
        }
    }

    @Test(
        "platform and push service are known in any case; others are refused",
        arguments: [
            ("FCM", "Android", 201), ("fcm", "iOS", 201), ("Fcm", "ANDROID", 201), ("fcm", "windows", 422),
            ("pigeon", "android", 422), ("", "android", 422), ("fcm", "", 422),
        ]
    )
    func names(_ provider: String, _ platform: String, _ status: Int) async throws {
        let anna = try await gss.user("names")
        let body = Self.device("names-\(provider)-\(platform)").with("provider", "\(provider)")
        let reply = try await anna.register(body.with("platform", "\(platform)"))
        #expect(reply.status == status, "\(reply)")
        if status == 201 { #expect(reply.json["platform"].string == platform.lowercased()) }
    }

    @Test("everything at once is named once each, and nothing of it is repeated")
    func all() async throws {
        let anna = try await gss.user("all")
        let body = Self.device("all").with("timeZone", "Secret/Town").with("locale", "x-secret").with("appVersion", 12)
            .with("permission", "secretly").with("capabilities", ["secret": "secretly", "other": true])
        let reply = try await anna.register(body)
        #expect(reply.status == 201, "\(reply)")
        #expect(
            Self.warnings(reply).sorted() == [
                "app-version-ignored appVersion", "capability-ignored capabilities", "locale-ignored locale",
                "permission-ignored permission", "time-zone-ignored timeZone",
            ]
        )
        #expect(!reply.text.lowercased().contains("secret"), "\(reply)")
        let plain = try await anna.register(Self.device("all"))
        #expect(plain.status == 200 && plain.json["warnings"].isNull, "\(plain)")
    }

    @Test(
        "a change of a device is made without what cannot be understood",
        arguments: ["maybe", 1, true, nil, ""] as [JSON]
    )
    func change(_ stated: JSON) async throws {
        let anna = try await gss.user("change")
        let id = try #require(try await anna.register(Self.device("change")).json["id"].string)
        let path = "/api/v1/users/me/devices/\(id)"
        let reply = try await anna.api.send(
            "PATCH",
            path,
            ["permission": stated, "capabilities": ["a": stated, "b": "denied"]]
        )
        #expect(reply.status == 200, "\(reply)")
        #expect(reply.json["permission"].string == "granted")
        #expect(reply.json["capabilities"] == ["b": "denied"])
        #expect(
            Self.warnings(reply) == ["permission-ignored permission", "capability-ignored capabilities"],
            "\(reply)"
        )
    }

    @Test("what makes an address is still refused, and so is what a backend says of a user")
    func refused() async throws {
        let anna = try await gss.user("refused")
        let bodies: [(JSON, [String])] = [
            (Self.device("r").with("token", "a b"), ["/token"]), (Self.device("r").with("token", 1), ["/token"]),
            (Self.device("r").without("platform").with("timeZone", "Nowhere"), ["/platform"]),
            (Self.device("r").with("newDeviceKey", "yes"), ["/newDeviceKey"]),
        ]
        for (body, pointers) in bodies {
            let reply = try await anna.register(body)
            #expect(reply.status == 422 && reply.pointers == pointers, "\(reply)")
        }
        for zone in ["+05:30", "GMT+5", "Europe/Berln", "Etc/Unknown", "", "asia/kolkata"] {
            let reply = try await gss.api.send("PUT", "/api/v1/users/refused", ["timeZone": "\(zone)"])
            #expect(reply.status == 422 && reply.pointers == ["/timeZone"], "\(zone) \(reply)")
        }
        let reply = try await gss.api.send("PUT", "/api/v1/users/refused", ["timeZone": "+05:30"])
        #expect(reply.text.contains("use an IANA name"), "\(reply)")
        for zone in ["US/Pacific", "Asia/Calcutta", "Europe/Kiev"] {
            let reply = try await gss.api.send("PUT", "/api/v1/users/refused", ["timeZone": "\(zone)"])
            #expect(reply.status / 100 == 2, "\(zone) \(reply)")
        }
    }

    /// A phone's registration.
    private static func device(_ token: String) -> JSON {
        [
            "provider": "fcm", "platform": "android",
            "token": "\(token.replacing(" ", with: "_"))-0123456789012345678901234567890123456789",
        ]
    }

    /// The warnings of an answer: code and field.
    private static func warnings(_ reply: Reply) -> [String] {
        reply.json["warnings"].items.map { "\($0["code"].string ?? "") \($0["field"].string ?? "")" }
    }
}
