import PealCore

@testable import PealEngine

extension DraftRefusal {
    private static let needsEntity = ("/entity", "this audience needs an entity: send `entity`")

    static let audiences: [DraftRefusal] = [
        DraftRefusal(
            "none, where the type has no default",
            .audienceNotAllowed,
            [("/to", "arrived has no default audience: send `to`")]
        ) { $0.type.defaultAudience = nil },
        DraftRefusal("a kind that is not in `allow`", .audienceNotAllowed, [("/to", "arrived allows owner, users")]) {
            scene in
            scene.type.allowedAudiences = [.users, .owner]
            scene.draft.audience = .all
        },
        DraftRefusal(
            "any, where the type allows none",
            .audienceNotAllowed,
            [("/to", "arrived allows only its default")]
        ) {
            $0.type.allowedAudiences = []
            $0.draft.audience = .owner
        },
        DraftRefusal(
            "more than one user, where one is the most",
            .audienceNotAllowed,
            [("/to/users", "arrived goes to at most one user; send one trigger for each")]
        ) { scene in
            scene.type.audienceLimit = 1
            scene.draft.audience = .users(["ann", "bob"])
        },
        DraftRefusal(
            "three users, where two are the most",
            .audienceNotAllowed,
            [("/to/users", "arrived goes to at most 2 users; send one trigger for each")]
        ) { scene in
            scene.type.audienceLimit = 2
            scene.draft.audience = .users(["ann", "bob", "cid", "ann"])
        },
        DraftRefusal(
            "everybody, in an app without broadcasts",
            .audienceNotAllowed,
            [("/to", "app does not allow broadcasts")]
        ) { scene in
            scene.catalog.features.broadcast = false
            scene.draft.audience = .all
        },
        DraftRefusal(
            "everybody by default, in an app without broadcasts",
            .audienceNotAllowed,
            [
                ("/to", "app does not allow broadcasts")
            ]
        ) { scene in
            scene.catalog.features.broadcast = false
            scene.type.defaultAudience = .all
        },
        DraftRefusal("the owner of nothing", .invalid, [needsEntity]) { $0.draft.entity = nil },
        DraftRefusal("members of nothing", .invalid, [needsEntity]) { scene in
            scene.draft.entity = nil
            scene.draft.audience = .members(MemberQuery(of: .itself))
        },
        DraftRefusal("members of the parent of nothing", .invalid, [needsEntity]) { scene in
            scene.draft.entity = nil
            scene.draft.audience = .members(MemberQuery(of: .parent))
        },
        DraftRefusal("members of a named entity who are members of nothing too", .invalid, [needsEntity]) { scene in
            scene.draft.entity = nil
            let query = MemberQuery(of: .named(DraftScene.order), alsoMemberOf: .itself)
            scene.draft.audience = .members(query)
        },
        DraftRefusal(
            "members with undeclared roles, by their position",
            .invalid,
            [
                ("/to/members/role/1", "unknown role `ridr` of order; did you mean `rider`?"),
                ("/to/members/any/0/role/0", "unknown role `cook` of order; known: rider"),
            ]
        ) { scene in
            let query = MemberQuery(
                of: .itself,
                roles: ["rider", "ridr"],
                any: [MemberMatch(roles: ["cook"]), MemberMatch(roles: ["rider"])]
            )
            scene.draft.audience = .members(query)
        },
        DraftRefusal(
            "members of an entity of an unknown type",
            .invalid,
            [("/to/members/of", "unknown entity type `car`; known: order, shop")]
        ) { $0.draft.audience = .members(MemberQuery(of: .named(EntityRef(type: "car", id: "1")))) },
    ]

    private static let tooFar = "must be at most 366 days ahead"
    private static let tooOld = "is more than an hour in the past; omit it to send immediately"
    private static let scheduled = "arrived is scheduled by the dueAt of the order and cannot have a send time"

    static let timing: [DraftRefusal] = [
        DraftRefusal(
            "a priority that the catalog sets",
            .invalid,
            [("/priority", "the priority of arrived is set by its catalog")]
        ) { $0.draft.priority = "high" },
        DraftRefusal(
            "an unknown priority",
            .invalid,
            [("/priority", "unknown priority `loud`; use one of critical, high, normal, low, urgent")]
        ) { scene in
            scene.type.priority.variable = true
            scene.draft.priority = "loud"
        },
        DraftRefusal("a send time a millisecond too far ahead", .invalid, [("/sendAt", tooFar)]) {
            $0.draft.sendAt = DraftScene.now + .seconds(366 * 86_400) + .milliseconds(1)
        },
        DraftRefusal("a send time a millisecond too long ago", .invalid, [("/sendAt", tooOld)]) {
            $0.draft.sendAt = DraftScene.now - .seconds(3_600) - .milliseconds(1)
        },
        DraftRefusal("a send time of a scheduled type", .invalid, [("/sendAt", scheduled)]) { scene in
            scene.type.schedule = ScheduleRule(type: "arrived", entity: "order", time: "dueAt", offset: .zero)
            scene.draft.sendAt = DraftScene.now
        },
        DraftRefusal("a local time of a scheduled type", .invalid, [("/sendAtLocal", scheduled)]) { scene in
            scene.type.schedule = ScheduleRule(type: "arrived", entity: "order", time: "dueAt", offset: .zero)
            scene.draft.sendAtLocal = LocalDateTime(secondsSince1970: 1_900_000_000)
        },
        DraftRefusal("a local time too far ahead even in the east", .invalid, [("/sendAtLocal", tooFar)]) {
            $0.draft.sendAtLocal = LocalDateTime(secondsSince1970: 1_900_000_000 + 366 * 86_400 + 14 * 3_600 + 1)
        },
        DraftRefusal(
            "a local time that has passed in the west too",
            .invalid,
            [("/sendAtLocal", "this local time has passed in every time zone")]
        ) { $0.draft.sendAtLocal = LocalDateTime(secondsSince1970: 1_900_000_000 - 12 * 3_600) },
        DraftRefusal("both send times", .invalid, [("/sendAtLocal", "send either sendAt or sendAtLocal")]) { scene in
            scene.draft.sendAt = DraftScene.now
            scene.draft.sendAtLocal = LocalDateTime(secondsSince1970: 1_900_000_000)
        },
    ]
}
