import PealCore
import PealStore
import Testing

extension StoreConformance {
    static var audiences: [Case] {
        [
            Case("named users are reached once each, by name, over pages") { scene async throws in
                let id = try await scene.accept(scene.submission(.users(["c", "a", "é", "b", "a"])))
                #expect(try await scene.recipients(of: id, limit: 2) == ["a", "b", "c", "é"])
            },
            Case("the owner is the owner alone") { scene async throws in
                try await scene.entity(scene.report, owner: "rahul")
                let id = try await scene.accept(scene.submission(.owner))
                #expect(try await scene.recipients(of: id, limit: 1) == ["rahul"])
            },
            Case("everybody is every user of the app") { scene async throws in
                for user in ["a", "b", "c", "d", "e"] as [UserID] { try await scene.user(user) }
                try await scene.user("stranger", app: "match")
                let id = try await scene.accept(scene.submission(.all))
                #expect(try await scene.recipients(of: id, limit: 2) == ["a", "b", "c", "d", "e"])
            },
            Case("members are narrowed by role, status and a second membership") { scene async throws in
                let org = EntityRef(type: "org", id: "o1")
                let event = EntityRef(type: "event", id: "e1")
                try await scene.entity(org)
                try await scene.entity(event, parent: org)
                try await scene.member("admin", of: org, role: "admin", status: "active")
                try await scene.member("guest", of: org, role: "guest", status: "active")
                try await scene.member("left", of: org, role: "admin", status: "left")
                try await scene.member("guest", of: event, status: "confirmed")
                try await scene.member("stranger", of: event, status: "confirmed")
                let table: [(MemberQuery, [UserID])] = [
                    (MemberQuery(of: .named(org)), ["admin", "guest", "left"]),
                    (MemberQuery(of: .parent), ["admin", "guest", "left"]),
                    (MemberQuery(of: .parent, roles: ["admin"]), ["admin", "left"]),
                    (MemberQuery(of: .parent, roles: ["admin"], statuses: ["active", "new"]), ["admin"]),
                    (MemberQuery(of: .itself), ["guest", "stranger"]),
                    (MemberQuery(of: .itself, alsoMemberOf: .parent), ["guest"]),
                    (MemberQuery(of: .named(EntityRef(type: "org", id: "none"))), []),
                ]
                for (query, expected) in table {
                    let id = try await scene.accept(scene.submission(.members(query), entity: event))
                    #expect(try await scene.recipients(of: id, limit: 1) == expected, "\(query)")
                }
            },
            Case("the members of a parent that is not there are nobody") { scene async throws in
                try await scene.entity(scene.report)
                let id = try await scene.accept(scene.submission(.members(MemberQuery(of: .parent))))
                #expect(try await scene.recipients(of: id) == [])
            },
        ]
    }
}
