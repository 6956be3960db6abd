import NIOHTTP1
import Testing

/// Hosted pages, as a browser asks for them.
@Suite("Hosted pages")
struct HostedPageTests {
    private static func session(_ sandbox: Sandbox, _ ticket: String?) async throws -> Reply {
        try await sandbox.anyone.send("POST", "/api/v1/pages/session", ["ticket": "\(ticket ?? "")"])
    }

    @Test("a backend opens a page for its user: a ticket, a session, the user's own calls, and nobody else's")
    func backend() async throws {
        try await withSandbox { sandbox in
            let gss = sandbox.backend("gss")
            _ = try await gss.user("ann")
            let answer = try await gss.api.post("/api/v1/users/ann/page-tickets", ["page": "preferences"])
            let ticket = try #require(answer["ticket"].string)
            #expect(answer["path"].string == "/p/gss/preferences#ticket=\(ticket)")
            let opened = try await Self.session(sandbox, ticket).expecting(200)
            #expect(opened["app"].string == "gss" && opened["user"].string == "ann")
            let api = APICaller(url: sandbox.url, credential: opened["token"].string)
            #expect(try await api.get("/api/v1/users/me/notification-preferences")["userId"].string == "ann")
            _ = try await api.put(
                "/api/v1/users/me/notification-preferences",
                ["globalSettings": ["pushEnabled": false]]
            )
            #expect(try await api.send("GET", "/api/v1/users/bob/notification-preferences").status == 404)
            #expect(try await api.send("GET", "/api/v1/triggers").status == 403)
            // A ticket works once.
            #expect(try await Self.session(sandbox, ticket).status == 401)
        }
    }

    @Test("a ticket ends after 10 minutes, and a session after 8 hours")
    func ends() async throws {
        try await withSandbox { sandbox in
            let gss = sandbox.backend("gss")
            _ = try await gss.user("ann")
            let late = try await gss.api.post("/api/v1/users/ann/page-tickets", ["page": "inbox"])["ticket"].string
            try await sandbox.advance("PT10M")
            #expect(try await Self.session(sandbox, late).status == 401)
            let ticket = try await gss.api.post("/api/v1/users/ann/page-tickets", ["page": "inbox"])["ticket"].string
            let opened = try await Self.session(sandbox, ticket).expecting(200)
            let api = APICaller(url: sandbox.url, credential: opened["token"].string)
            try await sandbox.advance("PT7H59M")
            #expect(try await api.send("GET", "/api/v1/notifications").status == 200)
            try await sandbox.advance("PT1M")
            let refused = try await api.send("GET", "/api/v1/notifications")
            #expect(refused.status == 401 && refused.code == "unauthenticated")
        }
    }

    @Test("a user's own token opens a page as well, and the page ends with the token")
    func ownToken() async throws {
        try await withSandbox { sandbox in
            let gss = sandbox.backend("gss")
            let ann = try await gss.user("ann", signedInFor: "PT1H")
            let ticket = try await ann.api.post("/api/v1/users/me/page-tickets", ["page": "inbox"])["ticket"].string
            let token = try #require(try await Self.session(sandbox, ticket).expecting(200)["token"].string)
            let api = APICaller(url: sandbox.url, credential: token)
            #expect(try await api.send("GET", "/api/v1/notifications").status == 200)
            try await sandbox.advance("PT1H")
            #expect(try await api.send("GET", "/api/v1/notifications").status == 401)
        }
    }

    @Test("a ticket serves one purpose: none for a live connection opens a page, and none for a page a live connection")
    func onePurpose() async throws {
        try await withSandbox { sandbox in
            let ann = try await sandbox.backend("gss").user("ann")
            let live = try #require(try await ann.api.post("/api/v1/realtime/ticket")["ticket"].string)
            #expect(try await Self.session(sandbox, live).status == 401)
            let page = try await ann.api.post("/api/v1/users/me/page-tickets", ["page": "inbox"])["ticket"].string
            for path in ["/api/v1/stream?channels=inbox&ticket=", "/api/v1/stream?channels=event:e1:eta&ticket="] {
                #expect(try await sandbox.anyone.send("GET", path + (page ?? "")).status == 401)
            }
            // A refusal uses up neither.
            #expect(try await Self.session(sandbox, page).status == 200)
            for other in [live.uppercased(), String(live.dropLast()), "pt_\(live)", " \(live)", ""] {
                #expect(try await Self.session(sandbox, other).status >= 400)
            }
        }
    }

    @Test(
        "signing a user out everywhere ends their pages and their tickets; erasing does, too",
        arguments: ["/tokens", ""]
    )
    func revoked(_ what: String) async throws {
        try await withSandbox { sandbox in
            let gss = sandbox.backend("gss")
            _ = try await gss.user("ann")
            let tickets = try await [
                gss.api.post("/api/v1/users/ann/page-tickets", ["page": "inbox"])["ticket"].string,
                gss.api.post("/api/v1/users/ann/page-tickets", ["page": "inbox"])["ticket"].string,
            ]
            let token = try #require(try await Self.session(sandbox, tickets[0]).expecting(200)["token"].string)
            _ = try await gss.api.delete("/api/v1/users/ann\(what)")
            let api = APICaller(url: sandbox.url, credential: token)
            #expect(try await api.send("GET", "/api/v1/notifications").status == 401)
            #expect(try await Self.session(sandbox, tickets[1]).status == 401)
        }
    }

    static let bodies: [(JSON, [String])] = [
        ([:], ["/page"]), (["page": "admin"], ["/page"]), (["page": "eta"], ["/event"]),
        (["page": "inbox", "pages": 1], ["/pages"]),
    ]

    @Test("a request that makes no sense says why", arguments: bodies)
    func invalid(_ body: JSON, _ pointers: [String]) async throws {
        try await withSandbox { sandbox in
            let gss = sandbox.backend("gss")
            _ = try await gss.user("ann")
            let reply = try await gss.api.send("POST", "/api/v1/users/ann/page-tickets", body)
            #expect(reply.status == 422 && reply.pointers == pointers)
            #expect(
                try await gss.api.send("POST", "/api/v1/users/nobody/page-tickets", ["page": "inbox"]).status == 404
            )
        }
    }

    @Test("the path of an event's page names the event")
    func event() async throws {
        try await withSandbox { sandbox in
            let gss = sandbox.backend("gss")
            _ = try await gss.user("ann")
            let answer = try await gss.api.post(
                "/api/v1/users/ann/page-tickets",
                ["page": "eta", "event": "park run/7"]
            )
            let path = try #require(answer["path"].string)
            #expect(path.hasPrefix("/p/gss/eta?event=park%20run%2F7#ticket="))
        }
    }

    @Test(
        "every app has its pages, which load nothing from elsewhere; no other app does",
        arguments: ["preferences", "inbox", "eta"]
    )
    func pages(_ page: String) async throws {
        try await withSandbox { sandbox in
            for app in ["gss", "match", "nhs", "reports", "dsober"] {
                let reply = try await sandbox.anyone.send("GET", "/p/\(app)/\(page)")
                #expect(reply.status == 200 && reply["content-type"] == "text/html; charset=utf-8")
                let policy = try #require(reply["content-security-policy"])
                #expect(policy.contains("default-src 'self'") && !policy.contains("unsafe"))
                #expect(policy.contains("frame-ancestors 'none'"))
                let manifest = try await sandbox.anyone.get("/p/\(app)/manifest.webmanifest")
                #expect(manifest["name"].string?.isEmpty == false && manifest["display"].string == "standalone")
            }
            for path in ["/p/unknown/\(page)", "/p/gss/\(page)/", "/p/gss", "/p/gss/other", "/p//\(page)"] {
                #expect(try await sandbox.anyone.send("GET", path).status == 404, "\(path)")
            }
        }
    }

    @Test("the web client is there for pages and workers of every site, and is not read again while it is the same")
    func client() async throws {
        try await withSandbox { sandbox in
            for file in ["peal", "peal-de", "peal-es", "peal-eta", "peal-fr", "peal-preferences", "peal-sw"] {
                let path = "/\(file).js"
                let origin = [("origin", SandboxServer.origin)]
                let reply = try await sandbox.anyone.send("GET", path, headers: origin)
                #expect(reply.status == 200 && reply["content-type"] == "text/javascript; charset=utf-8")
                #expect(reply.headers["access-control-allow-origin"] == ["*"])
                #expect(reply["cross-origin-resource-policy"] == "cross-origin")
                let tag = try #require(reply["etag"])
                let again = try await sandbox.anyone.send("GET", path, headers: [("if-none-match", tag)])
                #expect(again.status == 304 && again.bytes.isEmpty)
            }
            // A site loads a third of the bytes.
            let small = try await sandbox.anyone.send(
                "GET",
                "/peal.js",
                headers: [("accept-encoding", "br, gzip;q=0.8")]
            )
            #expect(small["content-encoding"] == "gzip" && small["vary"]?.contains("Accept-Encoding") == true)
            let whole = try await sandbox.anyone.send("GET", "/peal.js", headers: [("accept-encoding", "gzip;q=0")])
            #expect(whole["content-encoding"] == nil && small.bytes.count * 2 < whole.bytes.count)
            for path in ["/pages.js", "/pages.css", "/p/gss/inbox"] {
                let reply = try await sandbox.anyone.send("GET", path)
                #expect(reply.status == 200 && reply["cross-origin-resource-policy"] == "same-origin")
                #expect(reply["access-control-allow-origin"] == nil)
            }
        }
    }
}
