import Testing

/// What time does to devices and to pushes that wait for them.
@Suite("Providers: devices and time")
struct DeviceTimeTests {
    @Test("a phone that is away gets what still counts when it is back, and not what does not (R145)")
    func offline() async throws {
        try await withSandbox(at: "2030-01-15T12:00:00Z") { sandbox in
            let gss = sandbox.backend("gss")
            var early: [Phone] = []
            var late: [Phone] = []
            for route in PushRoute.all {
                early.append(try await gss.user("early-\(route.testDescription)").phone(on: route))
                late.append(try await gss.user("late-\(route.testDescription)").phone(on: route))
            }
            for phone in early + late { try await phone.change("offline") }
            let users = PushRoute.all.flatMap { ["early-\($0.testDescription)", "late-\($0.testDescription)"] }
            try await gss.trigger([
                "type": "event-reminder", "entity": "event/e1", "to": ["users": .list(users)],
                "data": ["event": "Lunch run", "place": "Town park", "startsAt": "2030-01-15T18:00:00Z"],
            ])
            for phone in early + late { #expect(try await phone.notifications().isEmpty) }
            try await sandbox.advance("PT59M")
            for phone in early {
                try await phone.change("online")
                #expect(try await phone.notifications().count == 1, "\(phone.id)")
            }
            try await sandbox.advance("PT2M")
            for phone in late {
                try await phone.change("online")
                #expect(try await phone.notifications().isEmpty, "\(phone.id)")
            }
        }
    }

    @Test("a device not seen for 90 days is stale and gets nothing, until it registers (R011)")
    func stale() async throws {
        try await withSandbox(at: "2030-01-15T12:00:00Z") { sandbox in
            let gss = sandbox.backend("gss")
            var rows: [(route: PushRoute, user: SignedInUser, phone: Phone)] = []
            for route in PushRoute.all {
                let user = try await gss.user("stale-\(route.testDescription)", signedInFor: "P200D")
                rows.append((route, user, try await user.phone(on: route)))
            }
            let kudos: JSON = [
                "type": "kudos", "to": ["users": .list(rows.map(\.user.user))], "data": GSSKind.kudos,
            ]
            try await sandbox.advance("P89D")
            try await gss.trigger(kudos)
            for row in rows { #expect(try await row.phone.notifications().count == 1) }

            try await sandbox.advance("P2D")
            // By comparison, whether or not a sweep has recorded it.
            for row in rows { #expect(try await row.user.devices().map { $0["state"].string } == ["stale"]) }
            let event = try await gss.trigger(kudos)
            for (route, user, phone) in rows {
                #expect(try await phone.notifications().count == 1)
                #expect(try await event.pushReason(user.user) == "no-device")
                // A browser's address is in no push: it cannot register again by it.
                guard let body = try await phone.pushes().first?.registration(on: route) else {
                    #expect(route.provider == "webpush")
                    continue
                }
                let again = try await user.register(body)
                #expect(again.status == 200)
                #expect(again.json["id"].string == phone.device)
                #expect(again.json["state"].string == "active")
            }
            try await gss.trigger(kudos)
            for (route, _, phone) in rows where route.provider != "webpush" {
                #expect(try await phone.notifications().count == 2)
            }
        }
    }

    @Test("an address declared dead is forgotten after a week (R008)")
    func forgotten() async throws {
        try await withSandbox(at: "2030-01-15T12:00:00Z") { sandbox in
            let gss = sandbox.backend("gss")
            var users: [SignedInUser] = []
            for route in PushRoute.all {
                let user = try await gss.user("dead-\(route.testDescription)")
                try await user.phone(on: route).change("uninstall")
                users.append(user)
            }
            try await gss.trigger(["type": "kudos", "to": ["users": .list(users.map(\.user))], "data": GSSKind.kudos])
            try await sandbox.advance("P6D")
            for user in users { #expect(try await user.devices().map { $0["state"].string } == ["quarantined"]) }
            try await sandbox.advance("P2D")
            // `advance` visits the sweep that forgets them (M12).
            for user in users { #expect(try await user.devices().isEmpty) }
        }
    }
}
