import Testing

@Suite("Contract: ids in links", .sharedSandbox())
struct LinkWarningTests {
    let reports: Backend
    let gss: Backend

    init() throws {
        reports = try SharedSandbox.sandbox.backend("reports")
        gss = try SharedSandbox.sandbox.backend("gss")
    }

    @Test(
        "an id is escaped so that it is the id once decoded, and nothing is warned of",
        arguments: [
            ("2026/11/28", "2026%2F11%2F28"), ("a\\b", "a%5Cb"), ("a b", "a%20b"), ("ü", "%C3%BC"), ("50%", "50%25"),
            ("a?b#c", "a%3Fb%23c"),
            ("x/", "x%2F"), ("%2F", "%252F"), ("...", "..."), ("a/.../b", "a%2F...%2Fb"),
        ]
    )
    func escaped(id: String, link: String) async throws {
        // Where nothing is shown, nothing is rendered.
        _ = try await reports.user("linked").phone()
        let body = ReportsFixture.change(report: id, owner: "linked")
        let dryRun = try await reports.api.post("/api/v1/triggers?dryRun=true", body)
        #expect(dryRun["warnings"].items.isEmpty, "\(dryRun)")
        #expect(dryRun["decisions"][0]["link"].string == "/reports/\(link)", "\(dryRun)")
        let reply = try await reports.post(body)
        #expect(reply.status == 202, "\(reply)")
        #expect(reply.json["warnings"].items.isEmpty, "\(reply)")
    }

    @Test(
        "an id that climbs leads to the fallback, which the answer and the dry run say",
        arguments: ["a/../b", "../x", "x/..", "a/./b", "..\\x", "a\\.\\b"]
    )
    func climbs(id: String) async throws {
        _ = try await reports.user("climber")
        let body = ReportsFixture.change(report: id, owner: "climber")
        for path in ["/api/v1/triggers?dryRun=true", "/api/v1/triggers"] {
            let answer = try await reports.api.post(path, body)
            let warnings = answer["warnings"].items
            #expect(warnings.map { $0["code"].string } == ["link-outside-routes"], "\(answer)")
            #expect(warnings.first?["detail"].string?.contains("`/reports`") == true, "\(answer)")
        }
    }

    @Test(
        "a link that comes whole is held to the routes",
        arguments: [
            ("/nowhere", true), ("https://evil.example/kudos", true), ("//evil.example", true),
            ("javascript:alert(1)", true), ("/quests/../kudos", true), ("/quests/%2e%2e", true),
            ("/kudos", false), ("/events/e%2F1", false), ("/events/a?b=c", false),
        ]
    )
    func whole(link: String, isWarned: Bool) async throws {
        _ = try await gss.user("whole")
        let data: JSON = ["headline": "H", "message": "M", "target": "\(link)"]
        let answer = try await gss.api.post(
            "/api/v1/triggers?dryRun=true",
            ["type": "system", "to": ["users": ["whole"]], "data": data]
        )
        #expect(
            answer["warnings"].items.map { $0["code"].string } == (isWarned ? ["link-outside-routes"] : []),
            "\(answer)"
        )
    }

    @Test("an optional link that is left out is the fallback, as the catalog says")
    func omitted() async throws {
        _ = try await gss.user("omitted")
        let body: JSON = ["type": "system", "to": ["users": ["omitted"]], "data": ["headline": "H", "message": "M"]]
        #expect(try await gss.post(body).expecting(202)["warnings"].items.isEmpty)
    }
}
