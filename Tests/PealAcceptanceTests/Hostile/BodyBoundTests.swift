import Testing

@Suite("How much a body may hold", .serialized)
struct BodyBoundTests {
    private static let bound = 16 * 1_024

    /// The calls of a user that take a filter, or nothing.
    static let filters = [
        ("POST", "/api/v1/users/me/notification-preferences/reset"), ("POST", "/api/v1/notifications/seen"),
        ("POST", "/api/v1/notifications/read-all"), ("DELETE", "/api/v1/notifications"),
        ("POST", "/api/v1/notifications/restore"), ("POST", "/api/v1/notifications/received"),
    ]

    @Test("a filter of a user has 16 KiB, spaces counted, and is refused one byte above")
    func filter() async throws {
        try await withSandbox(at: "2030-01-15T12:00:00Z") { sandbox in
            let anna = try await sandbox.backend("gss").user("anna")
            for (method, path) in Self.filters {
                for (size, isRefused) in [(Self.bound, false), (Self.bound + 1, true), (Self.bound * 8, true)] {
                    let body = Array("{}".utf8) + Array(repeating: UInt8(ascii: " "), count: size - 2)
                    let type = [("content-type", "application/json")]
                    let reply = try await anna.api.send(raw: method, path, body, headers: type)
                    #expect((reply.status == 413) == isRefused && reply.status < 500, "\(size) B: \(reply)")
                    if isRefused { #expect(reply.code == "body-too-large", "\(reply)") }
                }
            }
        }
    }

    @Test("what a fault answers has 1 KiB", arguments: ["reason", "body"])
    func fault(field: String) async throws {
        try await withSandbox(at: "2030-01-15T12:00:00Z") { sandbox in
            for (size, status) in [(1_024, 204), (1_025, 422), (60_000, 422)] {
                let answer: JSON = ["status": 400, "\(field)": "\(String(repeating: "x", count: size))"]
                let fault: JSON = ["provider": "fcm", "answer": answer]
                let reply = try await sandbox.anyone.send("POST", "/sandbox/faults", fault)
                #expect(reply.status == status, "\(size) B: \(reply)")
                if status == 422 { #expect(reply.pointers == ["/answer/\(field)"], "\(reply)") }
            }
        }
    }

    @Test("the lint of a catalog with hundreds of unknown keys says of five what was meant")
    func hints() async throws {
        try await withSandbox(at: "2030-01-15T12:00:00Z") { sandbox in
            let typos = (0..<200).map { "categoriez\($0): {}\n" }.joined()
            let lint = try await sandbox.backend("gss").api.post("/api/v1/catalog/lint", ["yaml": "\(typos)"])
            let unknown = lint["findings"].items.filter { $0["code"].string == "unknown-key" }
            #expect(unknown.count >= 50, "\(lint)")
            #expect(unknown.count { $0["message"].string?.contains("did you mean") == true } == 5, "\(lint)")
        }
    }
}
