import PealCore
import Testing

@Suite("A draft that passes its check")
struct DraftAcceptanceTests {
    struct Draft: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var change: @Sendable (inout DraftScene) throws -> Void

        init(_ name: String, _ change: @escaping @Sendable (inout DraftScene) throws -> Void) {
            testDescription = name
            self.change = change
        }
    }

    static let allowed = [
        Draft("the longest text, in graphemes") {
            $0.draft.data["item"] = .string(String(repeating: "👍🏽", count: 1_000))
        },
        Draft("newlines and tabs") { $0.draft.data["item"] = .string("a\n\tb") },
        Draft("a null for an optional variable") { $0.draft.data["note"] = .null },
        Draft("a whole number written as a fraction") { $0.draft.data["minutes"] = .number(5) },
        Draft("a default audience that no trigger may ask for") { $0.type.allowedAudiences = [] },
        Draft("one user named twice, where one is the most") { scene in
            scene.type.audienceLimit = 1
            scene.draft.audience = .users(["ann", "ann"])
        },
        Draft("nobody, by name") { $0.draft.audience = .users([]) },
        Draft("users, without an entity") { scene in
            scene.draft.audience = .users(["ann"])
            scene.draft.entity = nil
        },
        Draft("everybody, without an entity") { scene in
            scene.catalog.features.broadcast = true
            scene.draft.audience = .all
            scene.draft.entity = nil
        },
        Draft("members of a named entity, without one of its own") { scene in
            let shop = EntitySelector.named(EntityRef(type: "shop", id: "s1"))
            scene.draft.audience = .members(MemberQuery(of: shop, alsoMemberOf: shop))
            scene.draft.entity = nil
        },
        Draft("any role of an entity type that declares none") { scene in
            let query = MemberQuery(of: .parent, roles: ["owner"], statuses: ["active"])
            scene.draft.audience = .members(query)
        },
        Draft("any status of an entity type that declares none") {
            $0.draft.entities = [EntityPatch(ref: EntityRef(type: "shop", id: "s1"), status: "anything")]
        },
        Draft("no entity in a link, where it is optional") { scene in
            scene.type.link = try Template("/orders/{{entityId}}")
            scene.type.entityRequirement = .optional
            scene.draft.audience = .users(["ann"])
            scene.draft.entity = nil
        },
        Draft("an unknown entity, where none has to be known") { $0.isEntityKnown = false },
        Draft("no transition, where a type is sent once a time") {
            $0.type.dedupe = DedupeRule(key: try Template("{{type}}"), window: .seconds(60), needsTransition: false)
        },
    ]

    @Test("has nothing against what no rule forbids", arguments: allowed)
    func passes(_ draft: Draft) throws {
        var scene = try DraftScene()
        try draft.change(&scene)
        let trigger = try scene.run().trigger
        #expect(trigger.id == DraftScene.id)
        #expect(trigger.audience == scene.draft.audience ?? .owner)
    }

    @Test("becomes a trigger with everything that it named")
    func whole() throws {
        var scene = try DraftScene()
        scene.catalog.version = 7
        scene.type.priority.variable = true
        scene.draft.transition = "t1"
        scene.draft.actor = Trigger.Actor(id: "bob", kind: .user)
        scene.draft.audience = .users(["ann", "cid"])
        scene.draft.priority = "urgent"
        scene.draft.cancelKey = "later"
        scene.draft.sendAt = DraftScene.now + .seconds(60)
        let accepted = try scene.run()
        var expected = Trigger(
            id: DraftScene.id,
            app: "app",
            type: "arrived",
            audience: .users(["ann", "cid"]),
            data: ["item": .string("Lamp")],
            dueAt: DraftScene.now + .seconds(60),
            acceptedAt: DraftScene.now,
            catalogVersion: 7
        )
        expected.entity = DraftScene.order
        expected.transition = "t1"
        expected.actor = Trigger.Actor(id: "bob", kind: .user)
        expected.priority = .high
        expected.cancelKey = "later"
        #expect(accepted.trigger == expected)
        #expect(accepted.claim == nil)
    }

    @Test(
        "may name a priority or an alias, in any letter case",
        arguments: [
            (nil, nil), ("high", .high), ("Critical", .critical), ("low", .low), ("urgent", .high), ("URGENT", .high),
        ] as [(String?, Priority?)]
    )
    func priority(name: String?, priority: Priority?) throws {
        var scene = try DraftScene()
        scene.type.priority.variable = true
        scene.draft.priority = name
        #expect(try scene.run().trigger.priority == priority)
    }

    @Test(
        "is due when it asks to be, and never before now",
        arguments: [
            (nil, 0), (.zero, 0), (.seconds(-3_600), 0), (.milliseconds(-1), 0), (.milliseconds(1), 1),
            (.seconds(366 * 86_400), 31_622_400_000),
        ] as [(Duration?, Int64)]
    )
    func sendAt(ahead: Duration?, milliseconds: Int64) throws {
        var scene = try DraftScene()
        scene.draft.sendAt = ahead.map { DraftScene.now + $0 }
        let trigger = try scene.run().trigger
        #expect(trigger.dueAt == DraftScene.now + .milliseconds(milliseconds))
        #expect(trigger.acceptedAt == DraftScene.now)
    }

    @Test(
        "with a local time is due when clocks 14 hours east of UTC show it",
        arguments: [(0, 0), (50_400, 0), (50_401, 1), (86_400, 36_000), (-43_199, 0)] as [(Int64, Int64)]
    )
    func sendAtLocal(ahead: Int64, due: Int64) throws {
        var scene = try DraftScene()
        let local = LocalDateTime(secondsSince1970: 1_900_000_000 + ahead)
        scene.draft.sendAtLocal = local
        let trigger = try scene.run().trigger
        #expect(trigger.dueAt == DraftScene.now + .seconds(due))
        #expect(trigger.sendAtLocal == local)
    }

    @Test("keeps its texts with the line ends of Unix, and every other value as it is")
    func lineEnds() throws {
        var scene = try DraftScene()
        scene.draft.data = ["item": .string("a\r\nb"), "minutes": .integer(5), "note": .null, "pieces": .number(0.5)]
        #expect(
            try scene.run().trigger.data == [
                "item": .string("a\nb"), "minutes": .integer(5), "note": .null, "pieces": .number(0.5),
            ]
        )
    }
}
