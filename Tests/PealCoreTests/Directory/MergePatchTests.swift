import PealCore
import Testing

@Suite("Merge patches (RFC 7396)")
struct MergePatchTests {
    /// The examples of the specification's appendix, as far as a stored value is an object.
    static let cases: [(JSONValue, JSONValue, JSONValue)] = [
        (.object(["a": .string("b")]), .object(["a": .string("c")]), .object(["a": .string("c")])),
        (.object(["a": .string("b")]), .object(["b": .string("c")]), .object(["a": .string("b"), "b": .string("c")])),
        (.object(["a": .string("b")]), .object(["a": .null]), .object([:])),
        (.object(["a": .array([.string("b")])]), .object(["a": .string("c")]), .object(["a": .string("c")])),
        (
            .object(["a": .object(["b": .string("c")])]),
            .object(["a": .object(["b": .string("d"), "c": .null])]),
            .object(["a": .object(["b": .string("d")])])
        ),
        (.object(["e": .null]), .object(["a": .integer(1)]), .object(["e": .null, "a": .integer(1)])),
        (
            .object([:]), .object(["a": .object(["bb": .object(["ccc": .null])])]),
            .object(["a": .object(["bb": .object([:])])])
        ),
        (.array([.string("a")]), .object(["a": .string("b")]), .object(["a": .string("b")])),
    ]

    @Test("what is named changes, `null` removes, the rest stays", arguments: cases)
    func merges(_ stored: JSONValue, _ patch: JSONValue, _ expected: JSONValue) {
        #expect(stored.merging(patch) == expected)
    }
}
