import PealCore
import Testing

@Suite("Templates")
struct TemplateTests {
    @Test("holes are found with their formatters")
    func segments() throws {
        let template = try Template("At {{startsAt | time}}, {{ place }}!")
        #expect(
            template.segments == [
                .literal("At "), .variable(name: "startsAt", formatter: .time), .literal(", "),
                .variable(name: "place", formatter: nil), .literal("!"),
            ]
        )
        #expect(template.variableNames == ["startsAt", "place"])
    }

    @Test(
        "what is no template is refused where it goes wrong",
        arguments: [
            ("a {{b", 2), ("{{}}", 0), ("ü{{a b}}", 2), ("{{a | loud}}", 0), ("{{a | time | date}}", 0), ("{{a.b}}", 0),
            ("{{{{a}}", 0),
        ]
    )
    func refuses(source: String, offset: Int) {
        let error = #expect(throws: Template.SyntaxError.self) { try Template(source) }
        #expect(error?.offset == offset)
    }

    @Test("values are data and never parsed")
    func injection() throws {
        let template = try Template("'{{title}}' and {{other}}")
        let text = template.render { name, _ in name == "title" ? "{{other}} | {{title}}" : "x" }
        #expect(text == "'{{other}} | {{title}}' and x")
    }

    @Test("a text without holes is itself")
    func literal() throws {
        #expect(try Template("plain } text").render { _, _ in "" } == "plain } text")
        #expect(Template(literal: "{{kept}}").render { _, _ in "" } == "{{kept}}")
        #expect(Template(literal: "").segments.isEmpty)
    }

    @Test(
        "the value is cut by grapheme so that the sentence survives",
        arguments: [
            (30, "Broken lamp", "Report 'Broken lamp' is done."),
            (29, "Broken lamp", "Report 'Broken lamp' is done."),
            (28, "Broken lamp", "Report 'Broken la…' is done."),
            (25, "Broken lamp", "Report 'Broken…' is done."),
            (22, "👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦", "Report '👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦…' is done."),
        ]
    )
    func truncates(budget: Int, title: String, expected: String) throws {
        let text = try Template("Report '{{title}}' is done.").render(budget: budget) { _, _ in title }
        #expect(text == expected)
        #expect(text.count <= budget)
    }

    @Test("the longest value gives way first and equal ones share the loss")
    func sharing() throws {
        let template = try Template("{{a}}-{{b}}")
        let long = template.render(budget: 11) { name, _ in name == "a" ? "0123456789" : "abc" }
        #expect(long == "012345…-abc")
        let equal = template.render(budget: 9) { name, _ in name == "a" ? "01234567" : "abcdefgh" }
        #expect(equal.count <= 9)
        #expect(equal.contains("…-") && equal.hasSuffix("…"))
    }

    @Test(
        "isolates are not counted, and a value that is cut keeps its end",
        arguments: [
            (6, "\u{2068}abcdefgh\u{2069}", "[\u{2068}abc…\u{2069}]"),
            (10, "\u{2068}abcdefgh\u{2069}", "[\u{2068}abcdefgh\u{2069}]"),
            (5, "\u{2068}ab\u{2069} cdef", "[\u{2068}ab\u{2069}…]"),
            (4, "\u{2067}\u{2068}abcd\u{2069}\u{2069}", "[\u{2067}\u{2068}a…\u{2069}\u{2069}]"),
        ]
    )
    func isolates(budget: Int, value: String, expected: String) throws {
        #expect(try Template("[{{a}}]").render(budget: budget) { _, _ in value } == expected)
    }

    @Test("literal text alone over the budget is kept whole")
    func literalOverBudget() throws {
        #expect(try Template("0123456789{{a}}").render(budget: 5) { _, _ in "abc" } == "0123456789…")
    }

    @Test(
        "a reader gets the nearest locale",
        arguments: [("pt-BR", "pt"), ("pt_BR", "pt"), ("de", "en"), ("en-GB-oxendict", "en-GB"), (nil, "en")]
            as [(String?, String)]
    )
    func locales(reader: String?, expected: String) {
        let copy = Localized(byLocale: ["en": 1, "en-GB": 2, "pt": 3], fallbackLocale: "en")
        #expect(copy.resolve(reader) == expected)
    }
}
