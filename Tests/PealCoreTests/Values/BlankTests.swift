import PealCore
import Testing

@Suite("Texts of real clients")
struct BlankTests {
    @Test(
        "a text that shows nothing is blank (R109)",
        arguments: [
            ("", true), (" \t\n", true), ("\u{200B}", true), ("\u{200B}\u{200D}\u{FEFF} ", true), ("\u{2060}", true),
            ("\u{00AD}", true), ("\u{3000}", true), ("a", false), ("\u{200B}a", false), ("👨‍👩‍👧", false), ("·", false),
        ]
    )
    func blank(text: String, isBlank: Bool) { #expect(text.isBlank == isBlank) }

    @Test(
        "line ends become those of Unix",
        arguments: [
            ("a\r\nb", "a\nb"), ("a\rb", "a\nb"), ("a\nb", "a\nb"), ("a\r\n\r\nb\r", "a\n\nb\n"), ("a\n\rb", "a\n\nb"),
            ("", ""),
        ]
    )
    func lineEnds(text: String, unix: String) { #expect(text.withUnixLineEnds == unix) }

    @Test("a variable's text keeps its lines, and no value is only invisible characters", arguments: VariableType.texts)
    func variable(type: VariableType) throws {
        #expect(try VariableValue(json: .string("Bring:\r\nwater"), as: type).plain == "Bring:\nwater")
        #expect(throws: VariableValue.Problem.self) {
            try VariableValue(json: .string("\u{200B}\u{200B}"), as: type)
        }
    }
}

extension VariableType {
    fileprivate static let texts: [VariableType] = [.string, .text]
}
