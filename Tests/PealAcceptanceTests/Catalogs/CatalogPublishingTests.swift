import Testing

@Suite("R117, R065: catalogs as reviewed, published versions")
struct CatalogPublishingTests {
    private static let old = "Your report '{{title}}' has been assigned to a team and is being reviewed."
    private static let new = "A team has your report '{{title}}' now."

    @Test("R065: a published edit decides from then on, and what was accepted before is told in its own words")
    func edit() async throws {
        try await withSandbox(at: "2030-01-15T16:00:00Z") { sandbox in
            let reports = sandbox.backend("reports")
            let file = CatalogFile(backend: reports)
            let phone = try await reports.user("rahul").phone()
            let later = ReportsFixture.change(report: "r1").with("sendAt", "2030-01-15T18:00:00Z")
            _ = try await reports.post(later).expecting(202)
            let answer = try await file.publish((Self.old, Self.new))
            #expect(answer["version"].int == 2)
            #expect(answer["inForce"].bool == true)
            #expect(answer["changed"].bool == true)
            #expect(answer["difference"]["types"]["changed"][0]["type"].string == "assigned")
            #expect(answer["difference"]["copy"][0]["locale"].string == "en")
            #expect(answer["difference"]["copy"][0]["to"].string == Self.new)
            #expect(answer["difference"]["changes"][0]["path"].string == "types.assigned.body.en")

            try await reports.trigger(ReportsFixture.change(report: "r2", transition: "t-2"))
            #expect(
                try await phone.notifications().map { $0["body"].string } == [
                    "A team has your report 'Broken lamp' now."
                ]
            )
            try await sandbox.advance("PT2H")
            #expect(
                try await phone.notifications().last?["body"].string
                    == "Your report 'Broken lamp' has been assigned to a team and is being reviewed."
            )
        }
    }

    @Test("R065, R239: a type is switched on and off and added without code")
    func types() async throws {
        try await withSandbox { sandbox in
            let reports = sandbox.backend("reports")
            let file = CatalogFile(backend: reports)
            let phone = try await reports.user("rahul").phone()
            let submitted = ReportsFixture.change("submitted", transition: "t-0")
            #expect(try await reports.post(submitted).code == "unknown-type")
            let yaml = try await file.text()
            let assigned = try #require(yaml.firstRange(of: "  assigned:\n"))
            let resolved = try #require(yaml.firstRange(of: "  resolved:\n"))
            let block = yaml[assigned.lowerBound..<resolved.lowerBound].replacing("  assigned:", with: "  submitted:")
            _ = try await file.send("PUT", "", yaml + "\n" + block).expecting(200)
            try await reports.trigger(submitted)
            #expect(try await phone.notifications().count == 1)

            try await file.publish(("  assigned:\n", "  assigned:\n    enabled: false\n"))
            let off = try await reports.trigger(ReportsFixture.change(report: "r2"))
            #expect(try await off.pushReason("rahul") == "type-disabled")
        }
    }

    @Test(
        "a zone that nobody knows is refused with its line and the one that was meant",
        arguments: [
            ("America/Chicago", "America/Chikago", "/timeZone"), ("tz: org", "tz: Asia/Tokio", "/limits/0/tz"),
        ]
    )
    func zones(_ old: String, _ new: String, _ pointer: String) async throws {
        try await withSandbox { sandbox in
            let file = CatalogFile(backend: sandbox.backend("nhs"))
            let yaml = try await file.edited((old, new))
            let lines = yaml.split(separator: "\n", omittingEmptySubsequences: false)
            let line = try #require(lines.firstIndex { $0.contains(new) }) + 1
            for (method, path) in [("PUT", ""), ("PUT", "?dryRun=true"), ("PUT", "?draft=true")] {
                let refused = try await file.send(method, path, yaml)
                #expect(refused.status == 422)
                #expect(refused.pointers == [pointer])
                #expect(refused.json["errors"][0]["line"].int == line)
                #expect(refused.json["errors"][0]["detail"].string?.contains("did you mean") == true)
            }
            let lint = try await file.send("POST", "/lint", yaml).expecting(200)
            #expect(lint["valid"].bool == false)
            #expect(lint["findings"][0]["code"].string == "unknown-zone")
            #expect(try await file.backend.api.get("/api/v1/catalog")["version"].int == 1)
        }
    }

    @Test(
        "a channel that phones have keeps how it sounds: who publishes another way is told to take another id",
        arguments: [
            ("importance: high", "importance: low", "importance"),
            (
                "    sound: default\n    vibration: strong\n    androidChannel: event-reminders",
                "    sound: none\n    vibration: short\n    androidChannel: event-reminders", "sound and vibration"
            ),
        ]
    )
    func fixedChannel(before: String, after: String, members: String) async throws {
        try await withSandbox { sandbox in
            let file = CatalogFile(backend: sandbox.backend("gss"))
            let yaml = try await file.text()
            let changed = yaml.replacing(before, with: after)
            try #require(changed != yaml)
            let warnings = try await file.send("PUT", "?dryRun=true", changed).expecting(200)["warnings"].items
            let found = warnings.filter { $0["code"].string == "fixed-channel" }
            #expect(found.contains { $0["path"].string == "androidChannels.event-reminders" }, "\(warnings)")
            #expect(found.first?["message"].string?.hasPrefix("has another \(members), ") == true, "\(found)")
            let renamed = changed.replacing("event-reminders", with: "event-reminders-2")
            let again = try await file.send("PUT", "", renamed).expecting(200)["warnings"].items
            #expect(!again.contains { $0["code"].string == "fixed-channel" }, "\(again)")
        }
    }

    @Test("R065: what waits of a type that is taken out is told to who publishes, and `why` says what became of it")
    func takenOut() async throws {
        try await withSandbox(at: "2030-01-15T16:00:00Z") { sandbox in
            let reports = sandbox.backend("reports")
            let file = CatalogFile(backend: reports)
            let phone = try await reports.user("rahul").phone()
            let later = ReportsFixture.change(report: "r1").with("sendAt", "2030-01-15T18:00:00Z")
            let id = try #require(try await reports.post(later).expecting(202)["id"].string)
            let yaml = try await file.text()
            let assigned = try #require(yaml.firstRange(of: "  assigned:\n"))
            let resolved = try #require(yaml.firstRange(of: "  resolved:\n"))
            let without = String(yaml[..<assigned.lowerBound] + yaml[resolved.lowerBound...])
            let tried = try await file.send("PUT", "?dryRun=true", without).expecting(200)
            let answer = try await file.send("PUT", "", without).expecting(200)
            for warnings in [tried["warnings"].items, answer["warnings"].items] {
                #expect(warnings.map { $0["code"].string } == ["type-removed"])
                #expect(warnings.first?["path"].string == "types.assigned")
                #expect(warnings.first?["message"].string?.hasPrefix("is removed while 1 trigger of it") == true)
            }
            try await sandbox.advance("PT2H")
            #expect(try await phone.pushes().isEmpty)
            let why = try await AppEvent(backend: reports, id: id).why("rahul")
            #expect(why["channels"]["push"]["reason"].string == "type-disabled")
            #expect(why["steps"][0]["detail"].string == "The type is no longer in the catalog.")
            let again = try await file.send("PUT", "", yaml).expecting(200)
            #expect(again["warnings"].items.isEmpty)
        }
    }

    @Test("R117: a draft is not in force until it was reviewed, and both names are kept")
    func draft() async throws {
        try await withSandbox { sandbox in
            let reports = sandbox.backend("reports")
            let file = CatalogFile(backend: reports)
            let phone = try await reports.user("rahul").phone()
            let yaml = try await file.edited((Self.old, Self.new))
            let draft = try await file.send("PUT", "?draft=true", yaml).expecting(200)
            #expect(draft["draft"].bool == true)
            #expect(draft["inForce"].bool == false)
            try await reports.trigger(ReportsFixture.change(report: "r1"))
            #expect(try await phone.notifications().last?["body"].string?.hasPrefix("Your report") == true)

            let version = try #require(draft["version"].int)
            let unsigned = try await reports.api.send("POST", "/api/v1/catalog/versions/\(version)/publish", [:])
            #expect(unsigned.status == 422)
            #expect(unsigned.pointers == ["/reviewedBy"])
            let answer = try await reports.api.post(
                "/api/v1/catalog/versions/\(version)/publish",
                ["reviewedBy": "Content team"]
            )
            #expect(answer["inForce"].bool == true)
            try await reports.trigger(ReportsFixture.change(report: "r2", transition: "t-2"))
            #expect(try await phone.notifications().last?["body"].string?.hasPrefix("A team") == true)
            let versions = try await reports.api.get("/api/v1/catalog/versions")["items"].items
            #expect(versions.map { $0["version"].int } == [2, 1])
            #expect(versions[0]["reviewedBy"].string == "Content team")
            #expect(versions[0]["author"].string != "file")
            #expect(versions[0]["inForce"].bool == true)
            #expect(versions[1]["author"].string == "file")
        }
    }

    @Test("a draft that was overtaken is not published: the review did not see what it would undo")
    func overtaken() async throws {
        try await withSandbox { sandbox in
            let reports = sandbox.backend("reports")
            let file = CatalogFile(backend: reports)
            let draft = try await file.send("PUT", "?draft=true", try await file.edited((Self.old, Self.new)))
            let version = try #require(try draft.expecting(200)["version"].int)
            try await file.publish(("Update on your report", "News of your report"))
            let reply = try await reports.api.send(
                "POST",
                "/api/v1/catalog/versions/\(version)/publish",
                ["reviewedBy": "Content team"]
            )
            #expect(reply.status == 409)
            #expect(try await reports.api.get("/api/v1/catalog")["version"].int == 3)
            let missing = try await reports.api.send("POST", "/api/v1/catalog/versions/99/publish", ["reviewedBy": "x"])
            #expect(missing.status == 404)
        }
    }

    @Test("whoever names the version they edited does not undo another's edit")
    func ifMatch() async throws {
        try await withSandbox { sandbox in
            let file = CatalogFile(backend: sandbox.backend("reports"))
            let shown = try await file.backend.api.send("GET", "/api/v1/catalog")
            let tag = try #require(shown["etag"])
            #expect(tag == "\"1\"")
            let mine = try await file.edited((Self.old, Self.new))
            try await file.publish(("Update on your report", "News of your report"))
            #expect(try await file.send("PUT", "", mine, headers: [("if-match", tag)]).status == 412)
            #expect(try await file.send("PUT", "?dryRun=true", mine, headers: [("if-match", tag)]).status == 412)
            #expect(try await file.send("PUT", "", mine, headers: [("if-match", "seven")]).status == 422)
            let kept = try await file.send("PUT", "", mine, headers: [("if-match", "\"2\"")])
            #expect(try kept.expecting(200)["version"].int == 3)
            #expect(kept["etag"] == "\"3\"")
        }
    }

    @Test("an earlier version comes back as a new one, which says what it restores")
    func rollBack() async throws {
        try await withSandbox { sandbox in
            let reports = sandbox.backend("reports")
            let file = CatalogFile(backend: reports)
            let first = try await file.text()
            try await file.publish((Self.old, Self.new))
            let answer = try await reports.api.post("/api/v1/catalog/rollback", ["version": 1, "reviewedBy": "Ada"])
            #expect(answer["version"].int == 3)
            #expect(answer["restores"].int == 1)
            #expect(try await file.text() == first)
            #expect(try await reports.api.send("POST", "/api/v1/catalog/rollback", ["version": 9]).status == 404)
            let draft = try await file.send("PUT", "?draft=true", try await file.edited((Self.old, Self.new)))
            let version = JSON(integerLiteral: Int64(try #require(draft.json["version"].int)))
            let refused = try await reports.api.send("POST", "/api/v1/catalog/rollback", ["version": version])
            #expect(refused.pointers == ["/version"])
            let again = try await reports.api.post("/api/v1/catalog/rollback", ["version": 1])
            #expect(again["version"].int == 3, "the text is in force already")
            #expect(again["changed"].bool == false)
        }
    }

    @Test("two versions are compared place by place, and each can be read as it was written")
    func compare() async throws {
        try await withSandbox { sandbox in
            let reports = sandbox.backend("reports")
            let file = CatalogFile(backend: reports)
            try await file.publish((Self.old, Self.new), ("    ttl: 72h", "    ttl: 48h"))
            let diff = try await reports.api.get("/api/v1/catalog/diff?from=1&to=2")
            #expect(diff["types"]["changed"][0]["fields"].items.map(\.string) == ["body", "ttl"])
            #expect(
                diff["changes"].items.map { $0["path"].string } == ["types.assigned.body.en", "types.assigned.ttl"]
            )
            #expect(diff["changes"][1]["from"].string == "72h")
            #expect(try await reports.api.get("/api/v1/catalog/diff?from=2&to=2")["changes"].items.isEmpty)
            #expect(try await reports.api.send("GET", "/api/v1/catalog/diff?from=1&to=7").status == 404)
            let text = try await reports.api.send(
                "GET",
                "/api/v1/catalog?version=1",
                headers: [("accept", "text/yaml")]
            )
            #expect(text["content-type"]?.hasPrefix("application/yaml") == true)
            #expect(text.text.contains(Self.old))
            #expect(try await reports.api.send("GET", "/api/v1/catalog?version=8").status == 404)
        }
    }

    @Test("a catalog with errors is refused whole, each named with its place and line, and nothing is stored")
    func errors() async throws {
        try await withSandbox { sandbox in
            let reports = sandbox.backend("reports")
            let file = CatalogFile(backend: reports)
            let broken = try await file.edited(
                (Self.old, "Your '{{titel}}'"),
                ("link: /reports/{{entityId}}", "link: /elsewhere")
            )
            let reply = try await file.send("PUT", "", broken)
            #expect(reply.status == 422)
            #expect(reply.code == "invalid")
            #expect(reply.pointers == ["/types/assigned/body/en", "/types/assigned/link"])
            #expect(reply.json["errors"].items.allSatisfy { ($0["line"].int ?? 0) > 60 })
            let lint = try await file.send("POST", "/lint", broken).expecting(200)
            #expect(lint["valid"].bool == false)
            #expect(lint["findings"].items.map { $0["code"].string } == ["unknown-variable", "bad-link"])
            #expect(lint["findings"][0]["line"].int == reply.json["errors"][0]["line"].int)
            #expect(try await file.send("POST", "/lint", try await file.text()).expecting(200)["valid"].bool == true)
            #expect(try await reports.api.get("/api/v1/catalog/versions")["items"].items.count == 1)
        }
    }

    @Test("a dry run says what would change; another app's catalog, JSON without a text and a user are refused")
    func refused() async throws {
        try await withSandbox { sandbox in
            let reports = sandbox.backend("reports")
            let file = CatalogFile(backend: reports)
            let tried = try await file.send("PUT", "?dryRun=true", try await file.edited((Self.old, Self.new)))
            #expect(try tried.expecting(200)["changed"].bool == true)
            #expect(tried.json["version"].int == 1)
            #expect(try await file.text().contains(Self.old))
            let nhs = try await CatalogFile(backend: sandbox.backend("nhs")).text()
            #expect(try await file.send("PUT", "", nhs).pointers == ["/app"])
            let json = try await reports.api.send("PUT", "/api/v1/catalog", ["app": "reports"])
            #expect(json.status == 422)
            #expect(json.pointers.contains("/yaml"))
            let bytes = try await reports.api.send(
                raw: "PUT",
                "/api/v1/catalog",
                [0xFF, 0xFE],
                headers: [("content-type", "application/yaml")]
            )
            #expect(bytes.status == 400)
            let user = try await reports.user("rahul")
            let theirs = try await user.api.send(
                raw: "PUT",
                "/api/v1/catalog",
                Array("app: reports".utf8),
                headers: [("content-type", "application/yaml")]
            )
            #expect(theirs.status == 403)
            let same = try await file.send("PUT", "", try await file.text()).expecting(200)
            #expect(same["version"].int == 1)
            #expect(same["changed"].bool == false)
        }
    }
}
