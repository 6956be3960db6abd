import PealCore
import Testing

@Suite("JSON pointers")
struct JSONPointerTests {
    @Test(
        "A name is one reference token",
        arguments: [
            ("", ""), ("title", "title"), ("report/r1", "report~1r1"), ("~1", "~01"), ("a~/b", "a~0~1b"),
            ("été/ß", "été~1ß"),
        ]
    )
    func escape(_ name: String, _ token: String) { #expect(JSONPointer.escape(name) == token) }
}
