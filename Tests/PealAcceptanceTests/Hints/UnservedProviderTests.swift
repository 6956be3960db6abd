import Testing

@Suite("A device of a push service that the app does not use")
struct UnservedProviderTests {
    private static let addresses: [(String, String, Bool)] = [
        ("expo", "ExponentPushToken[abcdefghijklmnopqrstuv]", false),
        ("apns", String(repeating: "ab", count: 32), false),
        ("fcm", String(repeating: "x", count: 60), true),
    ]

    @Test("is registered, and the answer says that nothing is sent to it", arguments: addresses)
    func warning(_ provider: String, _ token: String, _ isServed: Bool) async throws {
        try await withSandbox { sandbox in
            let gss = sandbox.backend("gss")
            let yaml = try #require(try await gss.api.get("/api/v1/catalog")["yaml"].string)
            let two = yaml.replacing("providers: [fcm, webpush, apns, expo]", with: "providers: [fcm, webpush]")
            _ = try await gss.api.put("/api/v1/catalog", ["yaml": "\(two)"])
            let anna = try await gss.user("anna")
            let body: JSON = ["provider": "\(provider)", "platform": "ios", "token": "\(token)", "timeZone": "Nowhere"]
            let reply = try await anna.register(body)
            #expect(reply.status == 201, "\(reply)")
            let codes = reply.json["warnings"].items.compactMap { $0["code"].string }
            #expect(codes == ["time-zone-ignored"] + (isServed ? [] : ["provider-not-served"]))
            let metric = "peal_hints_ignored_total{app=\"gss\",kind=\"provider-not-served\"}"
            #expect(try await sandbox.metric(metric) == (isServed ? nil : "1"))
        }
    }
}
