import PealCore
import Testing

@Suite("Sums in the words of a digest")
struct SumTests {
    private static func variable(_ type: VariableType) -> VariableDeclaration {
        VariableDeclaration(name: "hours", type: type, example: .integer(1), optional: true, personal: false)
    }

    @Test(
        "add up what the items have, without the rounding of binary fractions",
        arguments: [
            (.number, [.number(0.1), .number(0.2)], .number(0.3)),
            (.number, [.integer(2), .number(1.5), .number(0.25)], .number(3.75)),
            (.number, [], .number(0)), (.number, [.number(2), nil, .string("two")], .number(2)),
            (.number, [.number(2), .number(-0.5)], .number(1.5)),
            (.integer, [.integer(40), .integer(2)], .integer(42)), (.integer, [nil], .integer(0)),
        ] as [(VariableType, [JSONValue?], VariableValue)]
    )
    func sum(type: VariableType, values: [JSONValue?], expected: VariableValue) {
        let data = values.map { value in value.map { ["hours": $0, "other": .integer(9)] } ?? [:] }
        #expect(Self.variable(type).sum(over: data) == expected)
    }

    @Test(
        "are written with the variable's name after the word",
        arguments: [
            ("{{sum hours | number}}", "sum hours"), ("{{ sum   hours }}", "sum hours"), ("{{summary}}", "summary"),
        ]
    )
    func template(source: String, name: String) throws {
        #expect(try Template(source).variableNames == [name])
        #expect(Template.summedVariable(name) == (name.hasPrefix("sum ") ? "hours" : nil))
    }

    @Test(
        "need a name that can be one",
        arguments: ["{{sum a b}}", "{{sum sum a}}", "{{sums a}}", "{{sum a.b}}"]
    )
    func malformed(source: String) { #expect(throws: Template.SyntaxError.self) { try Template(source) } }
}
