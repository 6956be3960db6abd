import PealCatalog
import PealCore
import Testing

@Suite("Plural copy and bounds of platforms in a catalog")
struct PluralCopyTests {
    private static let things = ("      name: {type", "      things: {type: integer, example: 3}\n      name: {type")

    private static func read(_ edits: (String, String)...) -> CatalogReading { SmallCatalog.read(edits).reading }

    @Test("a text may have a form a plural category, for one locale or for the first alone")
    func forms() throws {
        let plural = "{plural: things, one: \"one thing\", other: \"{{things}} things\"}"
        let bare = Self.read(("title: Hello", "title: \(plural)"), Self.things)
        #expect(bare.findings == [])
        let title = try #require(bare.catalog?.types.first?.title.byLocale["en"])
        #expect(title.plural?.variable == "things")
        #expect(title.form(.one).source == "one thing")
        #expect(title.form(.few).source == "{{things}} things")
        let both = Self.read(("title: Hello", "title: {en: \(plural), de: Hallo}"), Self.things)
        #expect(both.findings == [])
        #expect(both.catalog?.types.first?.title.byLocale["de"]?.plural == nil)
    }

    @Test(
        "a form for none leaves no gap where the number may be left out",
        arguments: [("none: nothing, ", 0), ("", 1)]
    )
    func none(form: String, gaps: Int) throws {
        let plural = "{plural: things, \(form)one: \"one thing\", other: \"{{things}} things\"}"
        let optional = Self.things.1.replacing("example: 3", with: "example: 3, optional: true")
        let reading = Self.read(("title: Hello", "title: \(plural)"), (Self.things.0, optional))
        #expect(reading.findings.count { $0.code == "optional-in-copy" } == gaps, "\(reading.findings)")
        let title = try #require(reading.catalog?.types.first?.title.byLocale["en"])
        #expect(title.plural?.none?.source == (form.isEmpty ? nil : "nothing"))
    }

    @Test(
        "what is wrong with the forms is found",
        arguments: [
            ("{plural: things, one: x}", "missing-key", "types.first.title.other"),
            ("{plural: nothing, one: x, other: y}", "unknown-variable", "types.first.title"),
            ("{one: x, other: y}", "unknown-variable", "types.first.title"),
            ("{plural: name, one: x, other: y}", "bad-plural", "types.first.title"),
            ("{plural: things, one: x, other: \"{{thngs}}\"}", "unknown-variable", "types.first.title"),
            ("{plural: things, one: x, other: y, some: z}", "unknown-key", "types.first.title.some"),
            ("{plural: things, other: y}", "missing-plural", "types.first.title"),
            ("{plural: things, one: x, few: y, other: z}", "unused-plural", "types.first.title.few"),
            ("{en: {plural: things, other: y}}", "missing-plural", "types.first.title.en"),
            (
                "{plural: things, one: x, other: \"This form is much longer than the forty letters there are\"}",
                "copy-too-long", "types.first.title"
            ),
        ]
    )
    func wrong(title: String, code: String, path: String) {
        let findings = Self.read(("title: Hello", "title: \(title)"), Self.things).findings
        #expect(findings.map { "\($0.code) \($0.path)" } == ["\(code) \(path)"])
    }

    @Test("a platform may have bounds of its own; what it leaves open is the app's")
    func budgets() throws {
        let reading = Self.read(
            (
                "budgets: {title: 40, body: 60}",
                "budgets: {title: 40, body: 60, ios: {body: 50}, web: {title: 20, body: 200}}"
            )
        )
        let budgets = try #require(reading.catalog?.budgets, "\(reading.findings)")
        #expect(budgets.on(.ios) == CopyBudget(title: 40, body: 50))
        #expect(budgets.on(.web) == CopyBudget(title: 20, body: 200))
        #expect(budgets.on(.android) == CopyBudget(title: 40, body: 60))
        let narrow = Self.read(
            ("budgets: {title: 40, body: 60}", "budgets: {title: 40, body: 60, web: {title: 10}}"),
            ("title: Hello", "title: Hello, you there")
        )
        #expect(narrow.findings.map(\.code) == ["copy-too-long"])
        #expect(
            Self.read(("budgets: {title: 40, body: 60}", "budgets: {watch: {title: 40}}")).findings.map(\.code) == [
                "unknown-key"
            ]
        )
    }
}
