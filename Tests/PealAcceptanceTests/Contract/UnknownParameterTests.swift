import Testing

@Suite(
    "Contract: an unknown query parameter",
    .sharedSandbox { try await $0.setClock("2030-01-15T12:00:00Z") }
)
struct UnknownParameterTests {
    let sandbox: Sandbox
    let gss: Backend

    init() throws {
        sandbox = try SharedSandbox.sandbox
        gss = sandbox.backend("gss")
    }

    private static func kudos(to user: String) -> JSON {
        ["type": "kudos", "to": ["users": ["\(user)"]], "data": ["from": "Dana", "message": "Thanks!"]]
    }

    @Test(
        "a misspelt or empty dryRun sends nothing, also under a key that has an answer",
        arguments: ["dryrun=true", "dry_run=true", "dryRun=", "dryRun", "dryRun=1"]
    )
    func dryRun(query: String) async throws {
        let user = "parameter-\(query.replacing("=", with: "-"))"
        let anna = try await gss.user(user)
        let key = ("idempotency-key", "k-\(user)")
        let body = Self.kudos(to: user)
        for headers in [[], [key]] {
            let path = "/api/v1/triggers?\(query)"
            let refused = try await gss.api.send("POST", path, body, headers: headers)
            #expect(refused.status == 422, "\(refused)")
            #expect(refused.pointers == ["?\(query.prefix { $0 != "=" })"])
        }
        try await sandbox.settle()
        #expect(try await anna.inbox().isEmpty)
        _ = try await gss.post(body, headers: [key]).expecting(202)
        #expect(try await gss.api.send("POST", "/api/v1/triggers?\(query)", body, headers: [key]).status == 422)
    }

    @Test("a misspelt dryRun or draft publishes no catalog", arguments: ["dryrun=true", "draft=", "drafts=true"])
    func catalog(query: String) async throws {
        let catalog = try await gss.api.get("/api/v1/catalog")
        let yaml = try #require(catalog["yaml"].string)
        let body: JSON = ["yaml": "\(yaml + "\n# another\n")"]
        let refused = try await gss.api.send("PUT", "/api/v1/catalog?\(query)", body)
        #expect(refused.status == 422, "\(refused)")
        #expect(try await gss.api.get("/api/v1/catalog")["version"] == catalog["version"])
    }

    @Test("a misspelt `recall` cancels nothing", arguments: ["recal=true", "recall=", "Recall=true"])
    func retracts(query: String) async throws {
        try await gss.user("parameter-recall")
        let body = Self.kudos(to: "parameter-recall").with("sendAt", "2030-01-20T12:00:00Z")
        let id = try #require(try await gss.post(body).expecting(202)["id"].string)
        let refused = try await gss.api.send("DELETE", "/api/v1/triggers/\(id)?\(query)")
        #expect(refused.status == 422, "\(refused)")
        #expect(try await gss.api.get("/api/v1/triggers/\(id)")["status"].string == "scheduled")
        _ = try await gss.api.delete("/api/v1/triggers/\(id)")
    }

    @Test("every call of a backend refuses it before it does anything, and names the nearest")
    func everyCall() async throws {
        let contract = try await sandbox.anyone.get("/openapi.json")
        try await gss.user("parameter-all")
        var calls = 0
        for path in contract["paths"].names where path.hasPrefix("/api/") {
            let filled = path.replacing("{userId}", with: "parameter-all").split(separator: "/")
                .map { $0.hasPrefix("{") ? "x" : String($0) }.joined(separator: "/")
            for method in ["get", "put", "post", "patch", "delete"] {
                let call = contract["paths"][path][method]
                guard call["security"].items.contains(where: { $0.names.contains("secretKey") }) else { continue }
                let body: JSON? = ["get", "delete"].contains(method) ? nil : [:]
                let reply = try await gss.api.send(method.uppercased(), "/\(filled)?noSuchName=1", body)
                #expect(reply.status == 422, "\(reply)")
                #expect(reply.pointers.contains("?noSuchName"), "\(reply)")
                calls += 1
            }
        }
        #expect(calls >= 60)
        #expect(try await gss.api.send("GET", "/api/v1/users/parameter-all").status == 200)
    }

    @Test(
        "calls of end users ignore it: clients may be newer than the server",
        arguments: ["users/me/devices?future=1", "notifications?future=1", "client-config?v=2"]
    )
    func lenient(path: String) async throws {
        let anna = try await gss.user("parameter-person")
        #expect(try await anna.api.send("GET", "/api/v1/\(path)").status == 200)
    }

    @Test("calls of anyone ignore it")
    func lenientForAnyone() async throws {
        #expect(try await sandbox.anyone.send("GET", "/healthz?probe=1").status == 200)
    }
}
