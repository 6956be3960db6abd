import PealCore
import Testing

@Suite("The known name that was probably meant")
struct NearNameTests {
    private static let known = ["timeZone", "locale", "attributes", "roles", "name"]

    @Test(
        "A typing error finds its name",
        arguments: [
            ("timezone", "timeZone"), ("locales", "locale"), ("atributes", "attributes"), ("Roles", "roles"),
            ("nam", "name"), ("attribtues", "attributes"),
        ]
    )
    func typingErrors(name: String, meant: String) {
        #expect(NearName.suggestion(for: name, among: Self.known) == meant)
        #expect(NearName.hint(for: name, among: Self.known) == "; did you mean `\(meant)`?")
    }

    @Test("Another word lists the known names", arguments: ["colour", "x", "completely-different"])
    func otherWords(name: String) {
        #expect(NearName.suggestion(for: name, among: Self.known) == nil)
        #expect(NearName.hint(for: name, among: Self.known) == "; known: attributes, locale, name, roles, timeZone")
    }

    @Test("Without known names there is no hint, and a name of any length is safe")
    func edges() {
        #expect(NearName.hint(for: "name", among: []) == "")
        #expect(NearName.suggestion(for: String(repeating: "n", count: 100_000), among: Self.known) == nil)
        #expect(NearName.suggestion(for: "", among: ["a", "bcd"]) == "a")
        #expect(NearName.hint(for: "qqqqqq", among: (0..<100).map { "name\($0)" }).split(separator: ",").count == 60)
    }
}
