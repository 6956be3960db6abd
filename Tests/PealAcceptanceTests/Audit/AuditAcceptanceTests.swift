import Testing

@Suite("S0: the audit log (R211–R217)")
struct AuditAcceptanceTests {
    private static let path = "/api/v1/audit"

    private static func actions(_ log: JSON) -> [String] {
        log["items"].items.reversed().map { "\($0["action"].string ?? "?") \($0["channel"].string ?? "-")" }
    }

    @Test("R211, R212, AC5.8: sent, delivered, opened and suppressed, each with the members of NotificationAuditRecord")
    func record() async throws {
        try await withSandbox(at: "2026-11-20T12:00:00Z") { sandbox in
            let gss = sandbox.backend("gss")
            let anna = try await gss.user("anna")
            let phone = try await anna.phone()
            try await gss.trigger(["type": "kudos", "to": ["users": ["anna"]], "data": GSSKind.kudos])
            let id = try #require(try await anna.inbox().first?["id"].string)
            _ = try await anna.api.post("/api/v1/notifications/\(id)/received")
            _ = try await anna.api.post("/api/v1/notifications/\(id)/opened")
            let log = try await gss.api.get("\(Self.path)?notification=\(id)")
            #expect(Self.actions(log) == ["sent in-app", "sent push", "delivered push", "opened push"])
            let sent = try #require(
                log["items"].items.first { $0["action"].string == "sent" && $0["channel"].string == "push" }
            )
            #expect(sent["userId"].string == "anna" && sent["notificationId"].string == id)
            #expect(sent["category"].string == "kudos" && sent["timestamp"].string == "2026-11-20T12:00:00Z")
            #expect(
                sent["metadata"]["deviceType"].string == "android"
                    && sent["metadata"]["deviceId"].string == phone.device
            )
            #expect(sent["metadata"]["tokenRef"].string?.count == 32 && sent["source"].string == "server")
            try await anna.setPreferences(["globalSettings": ["pushEnabled": false]])
            try await gss.trigger(["type": "kudos", "to": ["users": ["anna"]], "data": GSSKind.kudos])
            let newest = try await gss.api.get("\(Self.path)?user=anna&limit=3")
            #expect(Self.actions(newest) == ["preferences-changed -", "sent in-app", "suppressed push"])
            let suppressed = try await gss.api.get("\(Self.path)?action=suppressed")["items"].items
            #expect(suppressed.map { $0["errorMessage"].string } == ["channel-disabled"])
        }
    }

    @Test("Pages follow one another; other apps and end users see nothing of it; an unknown filter is a problem")
    func pages() async throws {
        try await withSandbox { sandbox in
            let gss = sandbox.backend("gss")
            let anna = try await gss.user("anna")
            for _ in 0..<3 {
                try await gss.trigger(["type": "kudos", "to": ["users": ["anna"]], "data": GSSKind.kudos])
            }
            let all = try await gss.api.get("\(Self.path)?user=anna")["items"].items
            #expect(all.count == 6)
            var (found, cursor): ([JSON], String?) = ([], nil)
            repeat {
                let after = cursor.map { "&cursor=\($0)" } ?? ""
                let page = try await gss.api.get("\(Self.path)?user=anna&limit=4\(after)")
                found += page["items"].items
                cursor = page["nextCursor"].string
            } while cursor != nil
            #expect(found == all)
            #expect(try await sandbox.backend("nhs").api.get("\(Self.path)?user=anna")["items"].items.isEmpty)
            #expect(try await anna.api.send("GET", Self.path).status == 403)
            #expect(try await gss.api.send("GET", "\(Self.path)?action=sended").status == 422)
            #expect(try await gss.api.send("GET", "\(Self.path)?notification=x").status == 422)
        }
    }

    @Test("The export is the log line by line; administrators' changes are in it, an erasure leaves no name")
    func export() async throws {
        try await withSandbox { sandbox in
            let gss = sandbox.backend("gss")
            let anna = try await gss.user("henrietta-lingers")
            _ = try await anna.phone()
            try await gss.trigger(["type": "kudos", "to": ["users": ["henrietta-lingers"]], "data": GSSKind.kudos])
            _ = try await gss.api.get("/api/v1/users/henrietta-lingers/export")
            _ = try await gss.api.delete("/api/v1/users/henrietta-lingers")
            let reply = try await gss.api.send("GET", "\(Self.path)/export")
            #expect(reply.status == 200 && reply["content-type"] == "application/x-ndjson")
            let lines = reply.text.split(separator: "\n")
            #expect(lines.first?.hasPrefix("{\"format\":\"peal-audit/1\",\"app\":\"gss\",\"first\":0") == true)
            #expect(lines.last?.hasPrefix("{\"end\":") == true)
            #expect(!reply.text.contains("henrietta"))
            for change in ["user-exported", "user-erased", "data-key-created", "catalog-published"] {
                #expect(reply.text.contains("\"change\":\"\(change)\""), "\(change)")
            }
            let log = try await gss.api.get("\(Self.path)?action=sent")["items"].items
            #expect(log.count == 2 && log.allSatisfy { $0["userId"].string == nil && $0["userRef"].int != nil })
        }
    }

    @Test(
        "What administrators change is audited: keys, queues, catalogs, and mutes and preferences of users next to them"
    )
    func administration() async throws {
        try await withSandbox(at: "2026-11-20T12:00:00Z") { sandbox in
            let gss = sandbox.backend("gss")
            let anna = try await gss.user("anna")
            let staff = Operator(sandbox: sandbox)
            try await staff.createKey(app: "gss")
            try await staff.pause("fcm", app: "gss")
            try await staff.resume("fcm", app: "gss")
            try await CatalogFile(backend: gss).publish(("threshold: 0.4", "threshold: 0.5"))
            try await anna.setCategory("kudos", enabled: false)
            let entries = try await gss.api.get("\(Self.path)?action=admin&limit=200")["items"].items
            let changes = entries.reversed().compactMap { $0["actionPayload"]["change"].string }
            let expected = ["key-created", "queue-paused", "queue-resumed", "catalog-published"]
            #expect(changes.suffix(4) == expected[...], "\(changes)")
            let key = try #require(entries.first { $0["actionPayload"]["change"].string == "key-created" })
            #expect(key["actionPayload"]["key"].string?.hasPrefix("key_") == true)
            #expect(entries.allSatisfy { $0["source"].string == "server" && $0["userId"].isNull })
            let chosen = try await gss.api.get("\(Self.path)?user=anna&action=preferences-changed")["items"].items
            #expect(chosen.map { $0["actionPayload"]["categories"]["kudos"]["enabled"].bool } == [false])
        }
    }
}

@Suite("S0: what clients claim (R149, R214)")
struct AuditClaimAcceptanceTests {
    private static let path = "/api/v1/analytics/notification-audit"

    @Test("A claim is stored as claimed, with the server's user and time; its words end with the user")
    func claimed() async throws {
        try await withSandbox(at: "2026-11-20T12:00:00Z") { sandbox in
            let gss = sandbox.backend("gss")
            let anna = try await gss.user("anna")
            let ben = try await gss.user("ben")
            try await gss.trigger(["type": "kudos", "to": ["users": ["anna"]], "data": GSSKind.kudos])
            let id = try #require(try await anna.inbox().first?["id"].string)
            let claim: JSON = [
                "notificationId": "\(id)", "userId": "anna", "category": "kudos", "channel": "push", "action": "failed",
                "errorMessage": "no picture of henrietta", "timestamp": "2026-11-20T11:59:00Z",
                "metadata": ["deviceType": "ios", "appVersion": "2.0", "fcmToken": "secret-token"],
            ]
            #expect(try await anna.api.send("POST", Self.path, claim).status == 204)
            #expect(try await ben.api.send("POST", Self.path, claim).status == 404, "of another user")
            let nameless = claim.without("userId")
            #expect(try await ben.api.send("POST", Self.path, nameless).status == 404, "another user's notification")
            let malformed: JSON = ["action": "malformed", "channel": "push"]
            #expect(try await ben.api.send("POST", Self.path, malformed).status == 204)
            #expect(try await ben.api.send("POST", Self.path, ["action": "suppressed"]).status == 422)
            #expect(try await ben.api.send("POST", Self.path, ["action": "opened"]).status == 422)
            let entry = try #require(try await gss.api.get("/api/v1/audit?action=failed")["items"].items.first)
            #expect(entry["source"].string == "client" && entry["userId"].string == "anna")
            #expect(entry["timestamp"].string == "2026-11-20T12:00:00Z")
            #expect(entry["actionPayload"]["claimedAt"].string == "2026-11-20T11:59:00Z")
            #expect(entry["claim"]["errorMessage"].string == "no picture of henrietta")
            #expect(entry["claim"]["appVersion"].string == "2.0" && entry["actionPayload"]["platform"].string == "ios")
            let discarded = try await gss.api.get("/api/v1/audit?action=malformed")["items"].items
            #expect(discarded.map { $0["userId"].string } == ["ben"])
            let export = try await gss.api.send("GET", "/api/v1/audit/export").text
            #expect(!export.contains("henrietta") && !export.contains("secret-token"))
            _ = try await gss.api.delete("/api/v1/users/anna")
            let after = try #require(try await gss.api.get("/api/v1/audit?action=failed")["items"].items.first)
            #expect(after["claim"].isNull && after["userId"].isNull && after["actionPayload"]["sealed"].string != nil)
        }
    }
}
