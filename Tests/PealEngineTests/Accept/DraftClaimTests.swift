import PealCore
import Testing

@Suite("What a draft claims, so that it is accepted once")
struct DraftClaimTests {
    private static let shop = EntityRef(type: "shop", id: "s1")

    private static func claim(
        _ key: String,
        window: Duration? = nil,
        _ change: (inout DraftScene) throws -> Void = { _ in }
    ) throws -> TriggerSubmission.Claim {
        var scene = try DraftScene()
        scene.type.dedupe = DedupeRule(key: try Template(key), window: window, needsTransition: false)
        try change(&scene)
        return try #require(try scene.run().claim)
    }

    @Test(
        "A key holds each value with its length in bytes",
        arguments: [
            ("{{type}}:{{entity}}:{{transition}}", "7:arrived:8:order/o1:2:t1"), ("{{entityId}}", "2:o1"),
            ("{{item}}", "5:Lämp"), ("{{minutes}}", "1:5"), ("{{pieces}}", "3:1.5"), ("{{done}}", "4:true"),
            ("{{note}}", "0:"), ("{{colour}}", "0:"), ("{{price}}", "9:25.00 USD"), ("fixed", "fixed"), ("", ""),
        ]
    )
    func values(template: String, key: String) throws {
        let claim = try Self.claim(template) { scene in
            scene.draft.transition = "t1"
            scene.draft.data = [
                "item": .string("Lämp"), "minutes": .integer(5), "pieces": .number(1.5), "done": .bool(true),
                "note": .null, "price": .string("25.00 USD"),
            ]
        }
        #expect(claim.key == key)
    }

    @Test("Values cannot be shifted from one part of a key to another")
    func shifted() throws {
        let keys = try [("ab", "c"), ("a", "bc"), ("a:1:b", "c")].map { item, note in
            try Self.claim("{{item}}:{{note}}") { scene in
                scene.draft.data = ["item": .string(item), "note": .string(note)]
            }.key
        }
        #expect(Set(keys).count == 3)
    }

    @Test("What is about nothing claims an empty entity")
    func nothing() throws {
        let claim = try Self.claim("{{entity}}:{{entityId}}:{{parentId}}:{{transition}}") { scene in
            scene.draft.audience = .users(["ann"])
            scene.draft.entity = nil
            scene.storedParent = nil
        }
        #expect(claim.key == "0::0::0::0:")
    }

    @Test(
        "The parent is the one that is sent, else the stored one",
        arguments: [
            (nil, nil, "0:"), (.keep, "s1", "2:s1"), (nil, "s1", "2:s1"),
            (.set(EntityRef(type: "shop", id: "s22")), "s1", "3:s22"),
            (.set(EntityRef(type: "shop", id: "s22")), nil, "3:s22"), (.remove, "s1", "0:"),
        ] as [(FieldPatch<EntityRef>?, String?, String)]
    )
    func parent(sent: FieldPatch<EntityRef>?, stored: String?, key: String) throws {
        let claim = try Self.claim("{{parentId}}") { scene in
            scene.storedParent = stored.map { EntityRef(type: "shop", id: $0) }
            guard let sent else { return }
            var patch = EntityPatch(ref: DraftScene.order)
            patch.parent = sent
            scene.draft.entities = [EntityPatch(ref: Self.shop), patch]
        }
        #expect(claim.key == key)
    }

    @Test(
        "A claim holds for its window, or for ever",
        arguments: [(nil, nil), (.seconds(60), 60_000), (.zero, 0)] as [(Duration?, Int64?)]
    )
    func window(_ window: Duration?, milliseconds: Int64?) throws {
        let claim = try Self.claim("{{type}}", window: window)
        #expect(claim.expiresAt == milliseconds.map { DraftScene.now + .milliseconds($0) })
    }

    /// One value of a variable, written in two ways.
    struct Spelling: Sendable, CustomTestStringConvertible {
        var variable: String
        var one: JSONValue
        var other: JSONValue
        var testDescription: String { variable }
    }

    @Test(
        "One value has one claim, however it is written",
        arguments: [
            Spelling(variable: "item", one: .string("a\nb"), other: .string("a\r\nb")),
            Spelling(variable: "pieces", one: .integer(2), other: .number(2)),
            Spelling(
                variable: "price",
                one: .string("25.00 USD"),
                other: .object(["amount": .string("25.00"), "currency": .string("USD")])
            ),
        ]
    )
    func spelling(_ spelling: Spelling) throws {
        let keys = try [spelling.one, spelling.other].map { value in
            try Self.claim("{{\(spelling.variable)}}") { $0.draft.data[spelling.variable] = value }.key
        }
        #expect(keys[0] == keys[1])
    }
}
