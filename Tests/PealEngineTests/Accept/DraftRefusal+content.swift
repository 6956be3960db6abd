import PealCore

@testable import PealEngine

extension DraftRefusal {
    static let types: [DraftRefusal] = [
        DraftRefusal("a misspelt type", .unknownType, [("/type", "unknown type `arived`; did you mean `arrived`?")]) {
            $0.draft.type = "arived"
        },
        DraftRefusal("another type", .unknownType, [("/type", "unknown type `nothing`; known: arrived")]) {
            $0.draft.type = "nothing"
        },
        DraftRefusal(
            "an endless type, of which the answer quotes the beginning",
            .unknownType,
            [("/type", "unknown type `\(String(repeating: "x", count: 64))`; known: arrived")]
        ) { $0.draft.type = TypeID(String(repeating: "x", count: 100)) },
        DraftRefusal("any type of a catalog without types", .unknownType, [("/type", "unknown type `arrived`")]) {
            $0.catalog.types = []
        },
        DraftRefusal(
            "an unknown type, which leaves nothing else to check",
            .unknownType,
            [("/type", "unknown type `arived`; did you mean `arrived`?")]
        ) { scene in
            scene.draft.type = "arived"
            scene.draft.priority = "loud"
            scene.draft.data = [:]
        },
    ]

    static let variables: [DraftRefusal] = [
        DraftRefusal("no variable", .missingVariable, [("/data/item", "string \"item\" is missing")]) {
            $0.draft.data = [:]
        },
        DraftRefusal("null", .missingVariable, [("/data/item", "string \"item\" is missing")]) {
            $0.draft.data = ["item": .null]
        },
        DraftRefusal("a blank text", .missingVariable, [("/data/item", "string \"item\" is missing")]) {
            $0.draft.data = ["item": .string(" \n\t")]
        },
        DraftRefusal("a blank optional text", .invalid, [("/data/note", "is blank")]) {
            $0.draft.data["note"] = .string("  ")
        },
        DraftRefusal(
            "a misspelt variable",
            .missingVariable,
            [
                ("/data/item", "string \"item\" is missing"),
                ("/data/itm", "arrived has no variable `itm`; did you mean `item`?"),
            ]
        ) { $0.draft.data = ["itm": .string("Lamp")] },
        DraftRefusal(
            "an undeclared variable, also when it is null",
            .unknownVariable,
            [("/data/colour", "arrived has no variable `colour`; known: done, item, minutes, note, pieces, price")]
        ) { $0.draft.data["colour"] = .null },
        DraftRefusal(
            "a name that a pointer has to escape",
            .unknownVariable,
            [("/data/a~1b~0c", "arrived has no variable `a/b~c`; known: done, item, minutes, note, pieces, price")]
        ) { $0.draft.data["a/b~c"] = .integer(1) },
        DraftRefusal("a number for a text", .invalid, [("/data/item", "expected a string")]) {
            $0.draft.data["item"] = .integer(1)
        },
        DraftRefusal("a text for a number", .invalid, [("/data/minutes", "expected a whole number")]) {
            $0.draft.data["minutes"] = .string("5")
        },
        DraftRefusal("a fraction of a whole number", .invalid, [("/data/minutes", "expected a whole number")]) {
            $0.draft.data["minutes"] = .number(1.5)
        },
        DraftRefusal("a text too long by one", .invalid, [("/data/item", "longer than 1000 characters")]) {
            $0.draft.data["item"] = .string(String(repeating: "ä", count: 1_001))
        },
        DraftRefusal(
            "a control character",
            .invalid,
            [("/data/item", "holds a control character other than newline and tab")]
        ) { $0.draft.data["item"] = .string("Lamp\u{0}") },
        DraftRefusal(
            "several, by name",
            .unknownVariable,
            [
                ("/data/colour", "arrived has no variable `colour`; known: done, item, minutes, note, pieces, price"),
                ("/data/done", "expected true or false"), ("/data/pieces", "expected a number"),
            ]
        ) { scene in
            scene.draft.data["pieces"] = .bool(true)
            scene.draft.data["done"] = .integer(1)
            scene.draft.data["colour"] = .string("red")
        },
    ]

    static let entities: [DraftRefusal] = [
        DraftRefusal(
            "an entity of an unknown type",
            .invalid,
            [("/entity", "unknown entity type `car`; known: order, shop")]
        ) { $0.draft.entity = EntityRef(type: "car", id: "1") },
        DraftRefusal(
            "an inline entity of an unknown type",
            .invalid,
            [("/entities/car~11", "unknown entity type `car`; known: order, shop")]
        ) { $0.draft.entities = [EntityPatch(ref: EntityRef(type: "car", id: "1"))] },
        DraftRefusal(
            "a parent of the wrong type",
            .invalid,
            [("/entities/order~1o1/parent", "the parent of order must be of type shop")]
        ) { $0.draft.entities = [EntityPatch(ref: DraftScene.order, parent: EntityRef(type: "order", id: "o2"))] },
        DraftRefusal("a parent where there is none", .invalid, [("/entities/shop~1s1/parent", "shop has no parent")]) {
            let shop = EntityRef(type: "shop", id: "s1")
            $0.draft.entities = [EntityPatch(ref: shop, parent: EntityRef(type: "shop", id: "s2"))]
        },
        DraftRefusal(
            "an undeclared status and time",
            .invalid,
            [
                ("/entities/order~1o1/status", "unknown status `opened` of order; did you mean `open`?"),
                ("/entities/order~1o1/times/due", "unknown time `due` of order; did you mean `dueAt`?"),
            ]
        ) { scene in
            scene.draft.entities = [
                EntityPatch(ref: DraftScene.order, status: "opened", times: ["due": DraftScene.now, "dueAt": nil])
            ]
        },
        DraftRefusal(
            "no entity where a text names it",
            .missingVariable,
            [("/entity", "arrived uses {{entityId}} in its texts or link")]
        ) { scene in
            scene.type.link = try Template("/orders/{{entityId}}")
            scene.draft.audience = .users(["ann"])
            scene.draft.entity = nil
        },
        DraftRefusal(
            "no transition where a text names it",
            .missingVariable,
            [("/transition", "arrived uses {{transition}} in its texts or link")]
        ) { $0.type.body = try CopyScene.copy("{{transition}}") },
        DraftRefusal(
            "no transition where it is sent once for each",
            .transitionRequired,
            [("/transition", "this type is sent once per transition: send the id of this transition")]
        ) { $0.type.dedupe = DedupeRule(key: try Template("{{transition}}"), window: nil, needsTransition: true) },
        DraftRefusal(
            "no entity where a known one is needed, which is said once",
            .unknownEntity,
            [("/entity", "arrived needs an entity: send `entity`")]
        ) { scene in
            scene.type.entityRequirement = .known
            scene.type.link = try Template("/orders/{{entityId}}")
            scene.draft.audience = .users(["ann"])
            scene.draft.entity = nil
        },
        DraftRefusal(
            "an entity that nobody put where a known one is needed",
            .unknownEntity,
            [
                (
                    "/entity",
                    "unknown entity `order/o1`; put it first, or send it with the trigger: "
                        + "`\"entities\": {\"order/o1\": {…}}`"
                )
            ]
        ) { scene in
            scene.type.entityRequirement = .known
            scene.isEntityKnown = false
        },
        DraftRefusal(
            "an unknown entity of an unknown type, which is said once",
            .invalid,
            [("/entity", "unknown entity type `car`; known: order, shop")]
        ) { scene in
            scene.type.entityRequirement = .known
            scene.isEntityKnown = false
            scene.draft.entity = EntityRef(type: "car", id: "1")
        },
    ]
}
