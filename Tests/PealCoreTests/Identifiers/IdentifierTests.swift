import PealCore
import Testing

@Suite("Identifiers")
struct IdentifierTests {
    @Test("A printed identifier is read back")
    func roundTrip() {
        let id = TriggerID(UUIDv7(milliseconds: 1_700_000_000_000, random: (.max, .max)))
        #expect(TriggerID(id.description) == id)
        #expect(id.rawValue.milliseconds == 1_700_000_000_000)
        #expect(UUIDv7(bytes: id.rawValue.bytes) == id.rawValue)
        #expect(id.rawValue.bytes[6] >> 4 == 7 && id.rawValue.bytes[8] >> 6 == 2)
    }

    @Test(
        "Anything else is refused",
        arguments: [
            "", "trg_", "ntf_00000000000070008000000000000000", "trg_0000000000007000800000000000000g",
            "trg_000000000000700080000000000000000", "TRG_00000000000070008000000000000000",
            "trg-00000000000070008000000000000000",
        ]
    )
    func refused(_ text: String) { #expect(TriggerID(text) == nil) }

    @Test("Later ones sort later, as values and as bytes")
    func order() {
        let early = UUIDv7(milliseconds: 1, random: (.max, .max))
        let late = UUIDv7(milliseconds: 2, random: (0, 0))
        #expect(early < late)
        #expect(early.bytes.lexicographicallyPrecedes(late.bytes))
    }

    @Test("Entities are written type/id", arguments: [("report/r1", "report", "r1"), ("a/b/c", "a", "b/c")])
    func entity(text: String, type: String, id: String) {
        let ref = EntityRef(text)
        #expect(ref?.type.rawValue == type && ref?.id == id && ref?.description == text)
    }

    @Test("Two spellings of one letter are two names")
    func spellings() {
        let composed = UserID("caf\u{E9}")
        let decomposed = UserID("cafe\u{301}")
        #expect(composed != decomposed && Set([composed, decomposed]).count == 2)
        #expect(decomposed < composed)
        #expect(EntityRef(type: "a", id: "\u{E9}") != EntityRef(type: "a", id: "e\u{301}"))
    }

    @Test("What is not an entity is refused", arguments: ["", "report", "/r1", "report/"])
    func noEntity(_ text: String) { #expect(EntityRef(text) == nil) }
}
