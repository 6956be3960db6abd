import PealCore
import Testing

@Suite("Plural templates and texts cut anew")
struct TemplatePluralTests {
    private static func plural() throws -> Template {
        try #require(
            Template(
                choosingBy: "count",
                among: [.one: try Template("{{name}}: one"), .other: try Template("{{name}}: {{count}} things")]
            )
        )
    }

    private static func render(_ template: Template) -> String {
        template.render { name, _ in name == "count" ? "3" : "Ada" }
    }

    @Test("a plural template names the variables of all its forms")
    func variables() throws {
        let template = try Self.plural()
        #expect(template.variableNames == ["count", "name", "name", "count"])
        #expect(template.forms.count == 2)
    }

    @Test(
        "a form is chosen by its category, and `other` stands in for one that is not written",
        arguments: [(.one, "Ada: one"), (.few, "Ada: 3 things"), (nil, "Ada: 3 things")] as [(PluralCategory?, String)]
    )
    func chooses(_ category: PluralCategory?, _ text: String) throws {
        let template = try Self.plural()
        #expect(Self.render(category.map { template.form($0) } ?? template) == text)
    }

    @Test("without `other` there is no plural template")
    func needsOther() throws {
        #expect(Template(choosingBy: "count", among: [.one: try Template("x")]) == nil)
    }

    @Test(
        "the form for none is for 0 and for no number; without it 0 has a form of its language",
        arguments: [
            (0, "none", "other"), (nil, "none", "other"), (1, "one", "one"), (2, "other", "other"),
        ] as [(Int64?, String, String)]
    )
    func none(_ number: Int64?, with: String, without: String) throws {
        let forms: [PluralCategory: Template] = [.one: try Template("one"), .other: try Template("other")]
        for (none, expected) in [(try Template("none"), with), (nil, without)] as [(Template?, String)] {
            let template = try #require(Template(choosingBy: "count", among: forms, none: none))
            #expect(template.form(for: number.map(PluralOperands.init), locale: "en").source == expected)
        }
    }

    @Test(
        "R111, R112: a rendered text is cut where its variables stand, so that the sentence survives",
        arguments: [
            (
                "Your report '{{title}}' is done.", "Your report 'Broken street lamp' is done.", 30,
                "Your report 'Broken…' is done."
            ),
            ("{{a}} and {{b}}", "Alexandra and Bo", 12, "Alex… and Bo"),
            ("Fixed words", "Fixed words", 20, "Fixed words"), ("{{a}}", "abcdefghij", 5, "abcd…"),
            ("Hi {{a}}", "Hi 👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦", 5, "Hi 👩‍👩‍👧‍👦…"),
        ]
    )
    func refit(template: String, text: String, budget: Int, expected: String) throws {
        #expect(try Template(template).refit(text, budget: budget) == expected)
    }

    @Test("a value that holds the words after it is cut too, and none of the words are lost")
    func ambiguous() throws {
        let cut = try Template("{{a}} and {{b}}!").refit("salt and pepper and vinegar!", budget: 20)
        let text = try #require(cut)
        #expect(text.count <= 20)
        #expect(text.contains(" and ") && text.hasSuffix("!"))
    }

    @Test(
        "a text that no form gives is not cut",
        arguments: [
            ("Three new messages for you", nil), ("Short", "Short"),
        ] as [(String, String?)]
    )
    func foreign(text: String, cut: String?) throws {
        #expect(try Template("Hello {{a}}").refit(text, budget: 10) == cut)
    }

    @Test(
        "a text is cut by the form that gave it",
        arguments: [("Ada Lovelace: one", 10, "Ada…: one"), ("Ada Lovelace: 12 things", 16, "Ada…: 12 things")]
    )
    func forms(text: String, budget: Int, cut: String) throws {
        #expect(try Self.plural().refit(text, budget: budget) == cut)
    }
}
