import Testing

@Suite("S4 DSober: an inbox that is read page by page while alerts are raised and resolved (R147, R182)")
struct PagedAlertTests {
    /// What happens between the first page and the others.
    enum Change: String, CaseIterable {
        case nothing, raised, raisedAndNews, resolved, acknowledged, deleted
    }

    private static func note(_ number: Int) -> JSON {
        ["type": "event-active", "entity": "event/g", "to": ["users": ["admin"]], "data": ["event": "Party \(number)"]]
    }

    @Test(
        "whatever happens after the first page, each row that stays is seen once",
        arguments: Change.allCases,
        [1, 2, 5]
    )
    func pages(_ change: Change, _ limit: Int) async throws {
        try await withSandbox(at: "2030-01-15T12:00:00Z") { sandbox in
            let dsober = sandbox.backend("dsober")
            let admin = try await DSoberFixture.group("g", admins: ["admin"], on: dsober)[0]
            // One alert from the start: nobody can be reached yet.
            try await dsober.trigger(DSoberFixture.sepFailed("g"))
            _ = try await admin.phone()
            try await sandbox.advance("PT1M")
            // Then one that becomes an alert once its retries are over.
            try await sandbox.fault(["provider": "fcm", "answer": ["status": 503]])
            try await dsober.trigger(
                DSoberFixture.sepFailed("g").with("data", DSoberFixture.sepData.with("driver", "Alex"))
            )
            for number in 0..<6 {
                try await sandbox.advance("PT1S")
                try await dsober.trigger(Self.note(number))
            }
            func page(_ cursor: String?) async throws -> JSON {
                let after = cursor.map { "&cursor=\($0)" } ?? ""
                return try await admin.api.get("/api/v1/notifications?limit=\(limit)\(after)")
            }
            let before = try await admin.inbox()
            var seen = try await page(nil)
            var ids = seen["items"].items.compactMap { $0["id"].string }
            #expect(seen["items"][0]["alert"].bool == true)
            let failing = try #require(
                before.last { $0["type"].string == "sep-failed" && $0["alert"].bool == false }?["id"].string
            )
            var gone: Set<String> = []
            switch change {
            case .nothing: break
            case .raised, .raisedAndNews:
                try await sandbox.advance("PT30M")
                if change == .raisedAndNews { try await dsober.trigger(Self.note(9)) }
                let alerts = try await admin.inbox().filter { $0["alert"].bool == true }.compactMap { $0["id"].string }
                #expect(alerts.contains(failing) && alerts.count > 1)
            case .resolved, .acknowledged:
                let id = try #require(ids.first)
                _ = try await admin.api.post("/api/v1/notifications/\(id)/acknowledge")
            case .deleted:
                gone = [try #require(before.dropLast(2).last?["id"].string)]
                for id in gone { _ = try await admin.api.delete("/api/v1/notifications/\(id)") }
            }
            while let cursor = seen["nextCursor"].string {
                seen = try await page(cursor)
                ids += seen["items"].items.compactMap { $0["id"].string }
            }
            #expect(Set(ids).count == ids.count, "seen twice")
            let lasting = Set(before.compactMap { $0["id"].string }).subtracting(gone)
            #expect(lasting.isSubset(of: ids), "missed")
        }
    }
}
