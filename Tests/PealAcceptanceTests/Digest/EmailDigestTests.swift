import Testing

@Suite("Digests: e-mail (R166)")
struct EmailDigestTests {
    @Test("R152, R153, R166, R258: e-mail has its place in the preferences and is kept; nothing is sent by it yet")
    func kept() async throws {
        try await withSandbox(at: "2030-01-15T12:00:00Z") { sandbox in
            let gss = sandbox.backend("gss")
            let anna = try await gss.user("anna")
            let before = try await anna.preferences()
            #expect(before["globalSettings"]["emailEnabled"].bool == false)
            for kind in GSSKind.adjustable { #expect(before["categories"][kind.key]["channels"]["email"].bool != nil) }
            try await anna.setPreferences([
                "globalSettings": ["emailEnabled": true, "pushEnabled": false],
                "categories": ["kudos": ["channels": ["email": true]]],
            ])
            let after = try await anna.preferences()
            #expect(after["globalSettings"]["emailEnabled"].bool == true)
            #expect(after["categories"]["kudos"]["channels"]["email"].bool == true)

            _ = try await anna.phone()
            let event = try await gss.trigger(["type": "kudos", "to": ["users": ["anna"]], "data": GSSKind.kudos])
            try await sandbox.advance("P8D")
            #expect(try await sandbox.pushCount() == 0)
            #expect(try await anna.inbox().count == 1)
            let why = try await event.why("anna")
            #expect(why["channels"]["push"]["reason"].string == "channel-disabled")
            #expect(why["deliveries"].items.isEmpty)
        }
    }
}
