import Testing

@Suite("Many users in one call", .sharedSandbox())
struct UserBulkTests {
    let gss: Backend
    private let path = "/api/v1/users/bulk"

    init() throws { gss = try SharedSandbox.sandbox.backend("gss") }

    @Test("each is put as by itself; one with problems keeps its place and rejects no other")
    func items() async throws {
        _ = try await gss.api.put("/api/v1/users/bulk-old", ["name": "Before", "roles": ["host"]])
        let answer = try await gss.api.post(
            path,
            [
                "users": [
                    ["id": "bulk-new", "name": "Ann", "timeZone": "Europe/Berlin"],
                    ["id": "bulk-old", "name": "After"],
                    ["name": "nobody"], ["id": "bulk-new", "name": "again"], ["id": "me"], ["id": "bulk"],
                    ["id": "bulk-zone", "timeZone": "Europe/Berln"], ["id": "bulk-field", "timezone": "UTC"],
                ]
            ]
        )
        let items = answer["items"].items
        #expect(items.map { $0["index"].int } == Array(0..<8))
        #expect(items.map { $0["status"].int } == [201, 200, 422, 422, 422, 422, 422, 422])
        #expect(items.map { $0["id"].string } == ["bulk-new", "bulk-old", nil, nil, nil, nil, nil, nil])
        let pointers = items.dropFirst(2).map { $0["problem"]["errors"][0]["pointer"].string }
        #expect(
            pointers == [
                "/users/2/id", "/users/3", "/users/4/id", "/users/5/id", "/users/6/timeZone", "/users/7/timezone",
            ]
        )
        let new = try await gss.api.get("/api/v1/users/bulk-new")
        #expect(new["name"].string == "Ann")
        #expect(new["timeZone"].string == "Europe/Berlin")
        let old = try await gss.api.get("/api/v1/users/bulk-old")
        #expect(old["name"].string == "After")
        #expect(old["roles"].items.isEmpty, "replaced, as a single PUT does")
        #expect(try await gss.api.send("GET", "/api/v1/users/bulk-zone").status == 404)
    }

    @Test("1 to 1,000 users, by a backend whose key may write the directory; the answer is repeated for its key")
    func limits() async throws {
        let many = JSON.list((0..<1000).map { JSON(dictionaryLiteral: ("id", "crowd-\($0)")) })
        let answer = try await gss.api.send("POST", path, ["users": many], headers: [("idempotency-key", "crowd")])
        #expect(try answer.expecting(200)["items"].items.count == 1000)
        let again = try await gss.api.send("POST", path, ["users": many], headers: [("idempotency-key", "crowd")])
        #expect(again["idempotency-replayed"] == "true")
        #expect(again.json == answer.json)
        #expect(try await gss.api.get("/api/v1/users/crowd-999")["id"].string == "crowd-999")
        let tooMany = JSON.list((0...1000).map { JSON(dictionaryLiteral: ("id", "c-\($0)")) })
        #expect(try await gss.api.send("POST", path, ["users": tooMany]).pointers == ["/users"])
        #expect(try await gss.api.send("POST", path, ["users": []]).pointers == ["/users"])
        #expect(try await gss.api.send("POST", path, [:]).pointers == ["/users"])
        let anna = try await gss.user("bulk-anna")
        #expect([403, 404].contains(try await anna.api.send("POST", path, ["users": [["id": "x"]]]).status))
        #expect(try await gss.api.send("GET", path).status == 405)
    }
}
