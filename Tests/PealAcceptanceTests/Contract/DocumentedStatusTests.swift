import Testing

@Suite("Contract: statuses", .sharedSandbox())
struct DocumentedStatusTests {
    let sandbox: Sandbox

    init() throws { sandbox = try SharedSandbox.sandbox }

    /// What is wrong with a request, for every call that reads such a part.
    struct Fault: Sendable {
        var query = ""
        var body: JSON? = [:]
        var headers: [(String, String)] = []
    }

    static let faults = [
        Fault(body: ["noSuchMember": 1]),
        Fault(body: .null),
        Fault(headers: [("idempotency-key", String(repeating: "x", count: 300))]),
        Fault(query: "?limit=0&since=never&cursor=nowhere&version=x&from=x&to=x&dryRun=perhaps&recall=perhaps"),
    ]

    @Test("whatever is wrong with a call, its answer has a status that the contract names", arguments: 0..<4)
    func documented(index: Int) async throws {
        let fault = Self.faults[index]
        let contract = try await sandbox.anyone.get("/openapi.json")
        let token = try await sandbox.token("match", "statuses")
        let callers = [sandbox.backend("match").api, APICaller(url: sandbox.url, credential: token)]
        var calls = 0
        for path in contract["paths"].names where path.hasPrefix("/api/") {
            let filled = path.split(separator: "/").map { $0.hasPrefix("{") ? "x" : String($0) }.joined(separator: "/")
            for method in contract["paths"][path].names
            where ["get", "put", "post", "patch", "delete"].contains(method) {
                let statuses = contract["paths"][path][method]["responses"].names
                for caller in callers {
                    let body = ["get", "delete"].contains(method) ? nil : fault.body
                    let reply = try await caller.send(
                        method.uppercased(),
                        "/" + filled + fault.query,
                        body,
                        headers: fault.headers
                    )
                    #expect(statuses.contains("\(reply.status)"), "\(reply)")
                    calls += 1
                }
            }
        }
        #expect(calls >= 120)
    }
}
