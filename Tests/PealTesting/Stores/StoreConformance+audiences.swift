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
                    (
                        MemberQuery(
                            of: .parent,
                            any: [MemberMatch(roles: ["guest"]), MemberMatch(statuses: ["left"])]
                        ),
                        ["guest", "left"]
                    ),
                    (MemberQuery(of: .parent, roles: ["admin"], any: [MemberMatch(statuses: ["left"])]), ["left"]),
                    (MemberQuery(of: .named(EntityRef(type: "org", id: "none"))), []),
                ]
                for (query, expected) in table {
                    let id = try await scene.accept(scene.submission(.members(query), entity: event))
                    #expect(try await scene.recipients(of: id, limit: 1) == expected, "\(query)")
                }
            },
            Case("an acceptance learns whether an audience has recipients, and who of them is unknown") {
                scene async throws in
                let org = EntityRef(type: "org", id: "o1")
                let event = EntityRef(type: "event", id: "e1")
                func facts(_ audience: Audience, of entity: EntityRef? = event) async throws -> AudienceReach? {
                    let question = AudienceQuestion(audience, entity: entity)
                    var needs = DirectoryNeeds()
                    needs.audiences = [question]
                    return try await scene.store.directoryFacts(needs, app: scene.app).audiences[question]
                }
                let members = Audience.members(MemberQuery(of: .parent, roles: ["admin"]))
                #expect(try await facts(.all) == AudienceReach())
                #expect(try await facts(members) == AudienceReach(isStored: false))
                try await scene.entity(org)
                try await scene.entity(event, owner: "ann", parent: org)
                #expect(try await facts(members) == AudienceReach(source: org))
                try await scene.member("zoe", of: org, role: "admin")
                #expect(try await facts(members) == AudienceReach(source: org, strangers: ["zoe"]))
                #expect(try await facts(.owner) == AudienceReach(source: event, strangers: ["ann"]))
                try await scene.user("ann", roles: ["staff"])
                #expect(try await facts(.owner) == AudienceReach(source: event, reachesUser: true))
                try await scene.member("ann", of: org, role: "admin")
                let known = AudienceReach(source: org, reachesUser: true, strangers: ["zoe"])
                #expect(try await facts(members) == known)
                let missing = MemberQuery(of: .parent, alsoMemberOf: .itself)
                #expect(try await facts(.members(missing)) == AudienceReach(source: org))
                var changed = AudienceQuestion(.owner, entity: event, owner: .remove)
                var asked = DirectoryNeeds()
                asked.audiences = [changed]
                changed.owner = .set("zoe")
                asked.audiences.insert(changed)
                let owners = try await scene.store.directoryFacts(asked, app: scene.app).audiences
                #expect(owners[changed] == AudienceReach(source: event, strangers: ["zoe"]))
                changed.owner = .remove
                #expect(owners[changed] == AudienceReach(source: event), "the stored owner does not count")
                let named = try await facts(.users(["ann", "x"]))
                #expect(named == AudienceReach(reachesUser: true, strangers: ["x"]))
                #expect(try await facts(.all) == AudienceReach(reachesUser: true))
                for (actor, audience) in [("ann", .users(["ann"])), ("ann", .owner), ("ann", members)]
                    as [(UserID, Audience)]
                {
                    let left = AudienceQuestion(audience, entity: event, except: actor)
                    let other = AudienceQuestion(audience, entity: event, except: "zoe")
                    var needs = DirectoryNeeds()
                    needs.audiences = [left, other]
                    let reach = try await scene.store.directoryFacts(needs, app: scene.app).audiences
                    #expect(reach[left]?.reachesUser == false && reach[left]?.leftOut == actor, "\(audience)")
                    #expect(reach[other]?.reachesUser == true && reach[other]?.leftOut == nil, "\(audience)")
                }
                for number in 0..<12 { try await scene.member(UserID("s\(number)"), of: event) }
                let many = try await facts(.members(MemberQuery(of: .itself)))
                #expect(many?.strangers.count == AudienceQuestion.userLimit)
                #expect(many?.reachesUser == nil, "there may be users behind those that were looked at")
                var needs = DirectoryNeeds()
                let actor = ActorQuestion("ann", entity: event)
                needs.actors = [actor]
                needs.organisations = [event]
                let read = try await scene.store.directoryFacts(needs, app: scene.app)
                #expect(read.actors[actor] == ["staff", "admin"])
                #expect(
                    read.organisations == [
                        event: .init(parent: org, timeZone: nil), org: .init(parent: nil, timeZone: nil),
                    ]
                )
            },
            Case("the members of a parent that is not there are nobody") { scene async throws in
                try await scene.entity(scene.report)
                let id = try await scene.accept(scene.submission(.members(MemberQuery(of: .parent))))
                #expect(try await scene.recipients(of: id) == [])
            },
        ]
    }
}
