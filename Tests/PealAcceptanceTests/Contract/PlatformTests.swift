import Testing

@Suite("Contract: the server as a whole", .sharedSandbox())
struct PlatformTests {
    let sandbox: Sandbox

    init() throws { sandbox = try SharedSandbox.sandbox }

    @Test("it lives and is ready")
    func health() async throws {
        #expect(try await sandbox.anyone.get("/healthz")["status"].string == "ok")
        let ready = try await sandbox.anyone.send("GET", "/readyz")
        #expect(ready.status == 200)
        let names = [
            "clock", "decide", "deliver", "devices", "receipts", "redeliveries", "retention", "schedule", "store",
            "sweep",
        ]
        #expect(ready.json["checks"].names == names)
        for name in names { #expect(ready.json["checks"][name].bool == true) }
    }

    @Test("the ten numbers an operator needs first are there and move")
    func metrics() async throws {
        let gss = sandbox.backend("gss")
        _ = try await gss.user("metrics").phone()
        try await gss.trigger(["type": "kudos", "to": ["users": ["metrics"]], "data": GSSKind.kudos])
        _ = try await gss.post(["type": "spam"])
        let reply = try await sandbox.anyone.send("GET", "/metrics")
        #expect(reply["content-type"]?.hasPrefix("text/plain") == true)
        let names = [
            "peal_triggers_accepted_total", "peal_triggers_duplicate_total", "peal_triggers_rejected_total",
            "peal_triggers_backlog", "peal_fan_out_pages_total", "peal_decisions_total", "peal_push_attempts_total",
            "peal_deliveries_ended_total", "peal_deliveries_in_flight", "peal_loop_errors_total",
        ]
        for name in names { #expect(reply.text.contains("# TYPE \(name) "), "\(name)") }
        #expect(reply.text.contains(#"peal_push_attempts_total{app="gss",provider="fcm",outcome="accepted"} "#))
        for name in ["accepted", "rejected"] {
            let line = #"peal_triggers_\#(name)_total{app="gss"}"#
            #expect(reply.text.contains("\(line) ") && !reply.text.contains("\(line) 0\n"), "\(line)")
        }
        #expect(reply.text.contains(#"peal_triggers_accepted_total{app="match"} "#), "of an app without triggers, too")
        let answers = #"peal_http_answers_total{app="gss",method="POST",route="/api/v1/triggers",status="202"} "#
        #expect(reply.text.contains(answers))
        #expect(reply.text.contains("peal_loop_errors_total 0\n"))
    }

    @Test("a request's identifier and trace come back, on errors too", arguments: ["/healthz", "/api/v1/nothing"])
    func identifiers(_ path: String) async throws {
        let trace = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
        let reply = try await sandbox.anyone.send(
            "GET",
            path,
            headers: [("x-request-id", "req-42"), ("traceparent", trace)]
        )
        #expect(reply["x-request-id"] == "req-42")
        #expect(reply["traceparent"] == trace)
        let other = try await sandbox.anyone.send("GET", path, headers: [("x-request-id", "b ad")])
        #expect(other["x-request-id"]?.isEmpty == false)
        #expect(other["x-request-id"] != "b ad")
    }

    @Test("CORS: the app's origin may call, with its headers; others may not")
    func preflight() async throws {
        let headers = [
            ("access-control-request-method", "PUT"), ("access-control-request-headers", "authorization,content-type"),
        ]
        let path = "/api/v1/users/me/notification-preferences"
        let allowed = try await sandbox.anyone.send(
            "OPTIONS",
            path,
            headers: headers + [("origin", SandboxServer.origin)]
        )
        #expect(allowed.status == 204)
        #expect(allowed["access-control-allow-origin"] == SandboxServer.origin)
        #expect(allowed["access-control-allow-methods"]?.contains("PUT") == true)
        #expect(allowed["access-control-allow-headers"]?.lowercased().contains("authorization") == true)
        let refused = try await sandbox.anyone.send(
            "OPTIONS",
            path,
            headers: headers + [("origin", "https://evil.example")]
        )
        #expect(refused["access-control-allow-origin"] == nil)
    }

    @Test(
        "CORS: answers and errors can be read by the app's page alone",
        arguments: ["/api/v1/users/me/devices", "/api/v1/users/bea/devices"]
    )
    func crossOrigin(path: String) async throws {
        let token = try await sandbox.token("gss", "cors")
        let caller = APICaller(url: sandbox.url, credential: token)
        let mine = try await caller.send("GET", path, headers: [("origin", SandboxServer.origin)])
        #expect(mine["access-control-allow-origin"] == SandboxServer.origin)
        let evil = try await caller.send("GET", path, headers: [("origin", "https://evil.example")])
        #expect(evil["access-control-allow-origin"] == nil)
    }

    @Test("every call of the published contract is answered by the server, and asks who is calling (R238)")
    func everyPath() async throws {
        let contract = try await sandbox.anyone.get("/openapi.json")
        #expect(contract["openapi"].string?.hasPrefix("3.1") == true)
        let phone = try await sandbox.backend("gss").user("contract").phone()
        var calls = 0
        for path in contract["paths"].names {
            for method in contract["paths"][path].names
            where ["get", "put", "post", "patch", "delete"].contains(method) {
                calls += 1
                let filled = path.replacing("{phoneId}", with: phone.id).replacing("{type}", with: "event")
                    .split(separator: "/").map { $0.hasPrefix("{") ? "x" : String($0) }.joined(separator: "/")
                // The one call whose credential is in the body.
                let body: JSON = path.hasSuffix("/pages/session") ? ["ticket": "unknown"] : [:]
                let reply = try await sandbox.anyone.send(
                    method.uppercased(),
                    "/" + filled,
                    method == "get" ? nil : body
                )
                if path.hasPrefix("/api/") {
                    #expect(reply.status == 401, "\(reply)")
                } else {
                    #expect(reply.status < 500 && reply.status != 405, "\(reply)")
                    #expect(reply.json["detail"].string != "no such endpoint", "\(reply)")
                }
            }
        }
        #expect(calls >= 50)
    }

    @Test("a user's first call creates them")
    func firstCall() async throws {
        let token = try await sandbox.token("gss", "newcomer")
        let gss = sandbox.backend("gss")
        #expect(try await gss.api.send("GET", "/api/v1/users/newcomer").status == 404)
        _ = try await APICaller(url: sandbox.url, credential: token).get("/api/v1/users/me/devices")
        #expect(try await gss.api.get("/api/v1/users/newcomer")["id"].string == "newcomer")
    }

    @Test("the client configuration says what an app may show")
    func clientConfig() async throws {
        let anna = try await sandbox.backend("gss").user("config")
        let config = try await anna.api.get("/api/v1/client-config")
        #expect(config["permission"]["strategy"].string == "firstLaunch")
        #expect(config.text.contains("/events/{id}/eta"))
        #expect(config.text.contains("eventReminders"))
    }

    @Test("five apps are served, each with its catalog")
    func apps() async throws {
        let apps = try await sandbox.anyone.get("/sandbox/apps").items
        #expect(Set(apps.compactMap { $0["app"].string }) == ["gss", "match", "nhs", "reports", "dsober"])
        for app in apps {
            let key = try #require(app["secretKey"].string)
            let catalog = try await APICaller(url: sandbox.url, credential: key).get("/api/v1/catalog")
            #expect(catalog["app"] == app["app"])
        }
    }
}
