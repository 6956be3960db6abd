import Testing

/// Figures for a product team, which has no key of the backend.
@Suite("S0.AC5.10, S3.DoD-7 (R223): a link to the analytics page")
struct AnalyticsLinkTests {
    private static func link(_ backend: Backend, for life: String? = nil) async throws -> (answer: JSON, key: String) {
        let body: JSON = if let life { ["page": "analytics", "for": "\(life)"] } else { ["page": "analytics"] }
        let answer = try await backend.api.send("POST", "/api/v1/pages/ticket", body).expecting(201)
        let path = try #require(answer["path"].string)
        #expect(path.hasPrefix("/p/gss/analytics#key=pl_"))
        return (answer, String(path.split(separator: "=").last ?? ""))
    }

    @Test("shows rates, failures by type and hour, and alerts, without a text and without a user")
    func figures() async throws {
        try await withSandbox { sandbox in
            let gss = sandbox.backend("gss")
            _ = try await gss.user("ann-of-the-lake")
            _ = try await gss.api.post(
                "/api/v1/triggers",
                [
                    "type": "kudos", "to": ["users": ["ann-of-the-lake"]],
                    "data": ["from": "Desdemona", "message": "A most private word"],
                ]
            )
            try await sandbox.settle()
            let (_, key) = try await Self.link(gss)
            let reader = APICaller(url: sandbox.url, credential: key)
            for days in [1, 7, 30] {
                let reply = try await reader.send("GET", "/api/v1/analytics/figures?days=\(days)&locale=de")
                let figures = try reply.expecting(200)
                #expect(figures["app"].string == "gss" && figures["users"].int == 1)
                #expect(
                    figures["deliveries"].items.contains { $0["category"].string == "kudos" && $0["sent"].int == 1 }
                )
                #expect(figures["categories"].items.count == 9)
                #expect(figures["alerts"].items.isEmpty && figures["failures"]["items"].items.isEmpty)
                for text in ["ann-of-the-lake", "Desdemona", "private", "ntf_"] { #expect(!reply.text.contains(text)) }
            }
            #expect(try await reader.send("GET", "/api/v1/analytics/figures?days=93").status == 422)
            #expect(try await sandbox.anyone.send("GET", "/p/gss/analytics").status == 200)
        }
    }

    @Test("opens nothing else, changes nothing, and makes no other link")
    func nothingElse() async throws {
        try await withSandbox { sandbox in
            let gss = sandbox.backend("gss")
            _ = try await gss.user("ann")
            let (_, key) = try await Self.link(gss)
            let reader = APICaller(url: sandbox.url, credential: key)
            let calls = [
                ("GET", "/api/v1/analytics/summary"), ("GET", "/api/v1/analytics/events"), ("GET", "/api/v1/alerts"),
                ("GET", "/api/v1/triggers"), ("GET", "/api/v1/users/ann"), ("GET", "/api/v1/users/ann/export"),
                ("GET", "/api/v1/users/ann/notifications"), ("GET", "/api/v1/catalog"), ("GET", "/api/v1/audit"),
                ("GET", "/api/v1/deliveries"), ("GET", "/api/v1/webhooks"),
            ]
            for (method, path) in calls { #expect(try await reader.send(method, path).status == 403, "\(path)") }
            let again = try await reader.send("POST", "/api/v1/pages/ticket", ["page": "analytics"])
            #expect(again.status == 403 && again.code == "scope-missing")
            // The key of one app is worth nothing for another, whatever page it is opened on.
            #expect(try await reader.get("/api/v1/analytics/figures")["app"].string == "gss")
        }
    }

    @Test(
        "works for as long as it was made for, at most 92 days",
        arguments: [(nil, "P6DT23H", "PT2H"), ("PT1H", "PT59M", "PT2M")] as [(String?, String, String)]
    )
    func ends(life: String?, before: String, after: String) async throws {
        try await withSandbox { sandbox in
            let gss = sandbox.backend("gss")
            let (_, key) = try await Self.link(gss, for: life)
            let reader = APICaller(url: sandbox.url, credential: key)
            try await sandbox.advance(before)
            #expect(try await reader.send("GET", "/api/v1/analytics/figures").status == 200)
            try await sandbox.advance(after)
            #expect(try await reader.send("GET", "/api/v1/analytics/figures").status == 401)
            for wrong in ["P93D", "PT0S", "week"] {
                let reply = try await gss.api.send(
                    "POST",
                    "/api/v1/pages/ticket",
                    ["page": "analytics", "for": "\(wrong)"]
                )
                #expect(reply.status == 422 && reply.pointers == ["/for"], "\(wrong)")
            }
        }
    }
}
