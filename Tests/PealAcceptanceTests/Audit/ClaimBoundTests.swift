import Foundation
import Testing

@Suite("What one user can add to the audit log", .serialized)
struct ClaimBoundTests {
    private static let path = "/api/v1/analytics/notification-audit"

    private static func claims(_ gss: Backend) async throws -> [JSON] {
        var (claims, next): ([JSON], String?) = ([], nil)
        repeat {
            let page = try await gss.api.get("/api/v1/audit?limit=200\(next.map { "&cursor=\($0)" } ?? "")")
            claims += page["items"].items.filter { $0["source"].string == "client" }
            next = page["nextCursor"].string
        } while next != nil
        return claims
    }

    /// Claims of more than 4 KiB in all, wherever the length is.
    static let long: [JSON] = [
        ["actionPayload": ["a": "\(String(repeating: "x", count: 4_100))"]],
        ["actionPayload": .long(of: 20, each: 250)],
        [
            "errorMessage": "\(String(repeating: "x", count: 490))",
            "actionPayload": ["a": "\(String(repeating: "y", count: 3_600))"],
        ],
        ["unknown": "\(String(repeating: "z", count: 5_000))"],
        ["metadata": ["appVersion": "1.0", "fcmToken": "\(String(repeating: "t", count: 4_200))"]],
    ]

    @Test("a claim of more than 4 KiB is refused, and one just below is stored")
    func size() async throws {
        try await withSandbox(at: "2030-01-15T12:00:00Z") { sandbox in
            let gss = sandbox.backend("gss")
            let anna = try await gss.user("anna")
            let base: JSON = ["action": "malformed", "channel": "push"]
            for more in Self.long {
                var claim = base
                for name in more.names { claim[name] = more[name] }
                let reply = try await anna.api.send("POST", Self.path, claim)
                #expect(reply.status == 413 && reply.code == "body-too-large", "\(reply)")
            }
            let fits = base.with("actionPayload", ["a": "\(String(repeating: "x", count: 3_900))"])
            #expect(try await anna.api.send("POST", Self.path, fits).status == 204)
            #expect(try await Self.claims(gss).count == 1)
        }
    }

    @Test("each action of a notification is stored once for a user, whatever else the claim says")
    func once() async throws {
        try await withSandbox(at: "2030-01-15T12:00:00Z") { sandbox in
            let gss = sandbox.backend("gss")
            var ids: [(SignedInUser, String)] = []
            for name in ["anna", "ben"] {
                let user = try await gss.user(name)
                try await gss.trigger(["type": "kudos", "to": ["users": ["\(name)"]], "data": GSSKind.kudos])
                ids.append((user, try #require(try await user.inbox().first?["id"].string)))
            }
            for round in 0..<5 {
                for (user, id) in ids {
                    for action in ["opened", "failed", "malformed"] {
                        let claim: JSON = [
                            "notificationId": "\(id)", "action": "\(action)",
                            "channel": round % 2 == 0 ? "push" : "inApp",
                            "errorMessage": "round \(round)",
                        ]
                        #expect(try await user.api.send("POST", Self.path, claim).status == 204)
                    }
                }
                try await sandbox.advance("P1D")
            }
            let claims = try await Self.claims(gss)
            #expect(claims.count == 6)
            #expect(claims.allSatisfy { $0["claim"]["errorMessage"].string == "round 0" })
            #expect(try await sandbox.metric(#"peal_audit_claims_total{app="gss",outcome="duplicate"}"#) == "24")
        }
    }

    @Test(
        "a claim names its channel as the specification does or as preferences do, and the log says it as the specification does (R212, R214)",
        arguments: [
            ("in-app", "in-app"), ("inApp", "in-app"), ("push", "push"), ("email", "email"), (nil, "push"),
        ] as [(String?, String)]
    )
    func channel(claimed: String?, stored: String) async throws {
        try await withSandbox(at: "2030-01-15T12:00:00Z") { sandbox in
            let gss = sandbox.backend("gss")
            let anna = try await gss.user("anna")
            var claim: JSON = ["action": "malformed"]
            if let claimed { claim["channel"] = "\(claimed)" }
            #expect(try await anna.api.send("POST", Self.path, claim).status == 204)
            let claims = try await Self.claims(gss)
            #expect(claims.map { $0["channel"].string } == [stored])
            // What the server notes itself has the same names.
            try await gss.trigger(["type": "kudos", "to": ["users": ["anna"]], "data": GSSKind.kudos])
            let own = try await gss.api.get("/api/v1/audit?action=sent")["items"].items
            #expect(own.contains { $0["channel"].string == "in-app" })
            #expect(!own.contains { $0["channel"].string == "inApp" })
        }
    }

    @Test(
        "a claim of a channel that does not exist is refused",
        arguments: ["sms", "inapp", "IN-APP", "", "pushes", "e-mail"]
    )
    func unknownChannel(name: String) async throws {
        try await withSandbox(at: "2030-01-15T12:00:00Z") { sandbox in
            let anna = try await sandbox.backend("gss").user("anna")
            let claim: JSON = ["action": "malformed", "channel": "\(name)"]
            let reply = try await anna.api.send("POST", Self.path, claim)
            #expect(reply.status == 422 && reply.text.contains("in-app"), "\(reply)")
        }
    }

    @Test(
        "of one user 200 claims a day are kept and 32 KiB of their words; another user and another day have their own"
    )
    func daily() async throws {
        try await withSandbox(at: "2030-01-15T12:00:00Z") { sandbox in
            let gss = sandbox.backend("gss")
            let (anna, ben) = (try await gss.user("anna"), try await gss.user("ben"))
            let words: JSON = ["a": "\(String(repeating: "x", count: 3_800))"]
            let claim: JSON = ["action": "malformed", "channel": "push", "actionPayload": words]
            func send(_ user: SignedInUser, _ count: Int) async throws {
                for number in 0..<count {
                    if number % 50 == 49 { try await sandbox.advance("PT10S") }
                    #expect(try await user.api.send("POST", Self.path, claim).status == 204)
                }
            }
            _ = try await Self.claims(gss)
            let before = try sandbox.size
            try await send(anna, 260)
            let claims = try await Self.claims(gss)
            #expect(claims.count == 200)
            #expect(claims.count { !$0["claim"].isNull } == 8)
            let kept = try sandbox.size - before
            #expect(kept < 1_000_000, "\(kept) bytes are kept of one user and day")
            try await send(ben, 1)
            try await sandbox.advance("P1D")
            try await send(anna, 1)
            #expect(try await Self.claims(gss).count == 202)
            #expect(try await sandbox.metric(#"peal_audit_claims_total{app="gss",outcome="over-limit"}"#) == "60")
        }
    }

    @Test("a switch that is changed all day makes a hundred entries")
    func switches() async throws {
        try await withSandbox(at: "2030-01-15T12:00:00Z") { sandbox in
            let gss = sandbox.backend("gss")
            let anna = try await gss.user("anna")
            for number in 0..<150 {
                if number % 20 == 19 { try await sandbox.advance("PT10S") }
                try await anna.setCategory("kudos", enabled: number % 2 == 1)
                _ = try await gss.api.get("/api/v1/audit?limit=1")
            }
            #expect(try await anna.preferences()["version"].int == 150)
            var (count, next): (Int, String?) = (0, nil)
            repeat {
                let after = next.map { "&cursor=\($0)" } ?? ""
                let page = try await gss.api.get("/api/v1/audit?limit=200&action=preferences-changed\(after)")
                count += page["items"].items.count
                next = page["nextCursor"].string
            } while next != nil
            #expect(count == 100)
        }
    }
}

extension JSON {
    fileprivate static func long(of count: Int, each length: Int) -> JSON {
        var members: JSON = [:]
        for number in 0..<count { members["k\(number)"] = "\(String(repeating: "x", count: length))" }
        return members
    }
}

extension Sandbox {
    /// The bytes of its data directory, with what is not yet in the database itself.
    fileprivate var size: Int {
        get throws {
            let keys: [URLResourceKey] = [.fileSizeKey]
            let files = FileManager.default.enumerator(at: URL(filePath: directory), includingPropertiesForKeys: keys)
            return (files?.compactMap { $0 as? URL } ?? []).reduce(0) { sum, file in
                // The log of writes is emptied by itself and keeps nothing.
                guard !file.lastPathComponent.hasSuffix("-wal") else { return sum }
                return sum + ((try? file.resourceValues(forKeys: Set(keys)))?.fileSize ?? 0)
            }
        }
    }
}
