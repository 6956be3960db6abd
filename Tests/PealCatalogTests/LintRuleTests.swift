import PealCatalog
import PealCore
import Testing

@Suite("Every lint rule finds its fault, at its path and line")
struct LintRuleTests {
    @Test("the small catalog is clean")
    func clean() {
        let reading = SmallCatalog.read([]).reading
        #expect(reading.findings == [])
        #expect(reading.catalog?.types.count == 1)
    }

    @Test(
        "a broken catalog gives exactly its finding",
        arguments: LintCase.schema + LintCase.policies + LintCase.copy + LintCase.links + LintCase.rules
            + LintCase.presentation + LintCase.eta
    )
    func finding(_ broken: LintCase) throws {
        let (reading, line) = SmallCatalog.read(broken.edits)
        let all = Comment(
            rawValue: reading.findings.map { "\($0.line) \($0.path) \($0.code): \($0.message)" }.joined(separator: "\n")
        )
        let finding = try #require(reading.findings.first { $0.code == broken.code && $0.path == broken.path }, all)
        #expect(finding.severity == broken.severity)
        #expect(finding.line == line)
        #expect(finding.file == "demo.yaml")
        #expect(finding.message.count > 10)
        #expect(reading.findings.filter { $0 != finding }.map(\.code).sorted() == broken.also.sorted(), all)
        #expect((reading.catalog == nil) == (broken.severity == .error))
    }

    @Test("an optional variable with a default, and an optional entity in a query, are no findings (R056)")
    func optional() throws {
        let (reading, _) = SmallCatalog.read([
            ("example: Sam}", "example: Sam, optional: true, default: {en: you, de: dich}}"),
            ("    link: /things/{{entityId}}", "    requires: {entity: optional}\n    link: /?thing={{entityId}}"),
        ])
        #expect(reading.findings == [])
        let type = try #require(reading.catalog?.types.first)
        #expect(type.entityRequirement == .optional)
        #expect(type.variables.first { $0.name == "name" }?.defaultText?.text(for: "de") == "dich")
    }

    @Test("all problems are found at once, in the order of the file")
    func together() {
        let (reading, _) = SmallCatalog.read([
            ("timeZone: Europe/Berlin", "timeZone: 7 o'clock"), ("title: Hello", "title: \"{{nam}}\""),
            ("/things/{{entityId}}", "/thing/{{entityId}}"), ("parent: group,", "parent: grup,"),
            ("category: news", "category: new"),
        ])
        #expect(
            reading.findings.map(\.code) == [
                "bad-value", "unknown-entity", "empty-category", "unknown-category", "unknown-variable", "bad-link",
            ]
        )
        #expect(reading.findings.map(\.line) == reading.findings.map(\.line).sorted())
    }

    @Test(
        "a slip of the pen gets a suggestion",
        arguments: [
            (("title: Hello", "titel: Hello"), "did you mean `title`?"),
            (("title: Hello", "title: \"{{nmae}}\""), "did you mean `name`?"),
            (("title: Hello", "title: \"{{entityid}}\""), "did you mean `entityId`?"),
            (("category: news", "category: newz"), "did you mean `news`?"),
        ]
    )
    func suggestions(edit: (String, String), hint: String) {
        let (reading, _) = SmallCatalog.read([edit])
        #expect(reading.findings.contains { $0.message.contains(hint) })
    }

    @Test("types share an iOS category where their buttons are the same, or where the app has none")
    func sharedCategory() {
        let same = LintCase.sharedCategory("[{id: a, title: A, kind: dismiss, link: /, payload: {x: 1}}]")
        #expect(SmallCatalog.read(same.edits).reading.findings == [])
        let other = LintCase.sharedCategory("[]").edits
        let reading = SmallCatalog.read(other + [("{actions: true,", "{actions: false,")]).reading
        #expect(!reading.findings.contains { $0.code == "shared-ios-category" })
    }

    @Test(
        "more than four collapse keys are too many for FCM",
        arguments: [
            (["a", "b", "c", "d", "a"], "fcm", true), (["a", "b", "c", "d", "e"], "apns", true),
            (["a", "b", "c", "d", "e"], "fcm", false),
        ]
    )
    func collapseKeys(_ keys: [String], provider: String, fits: Bool) {
        let types = keys.enumerated().map { index, key in
            "  t\(index): {category: news, audience: {allow: [users]}, title: T, body: B, link: /, collapse: \(key)}\n"
        }
        let edits = [("types:\n", "types:\n" + types.joined()), ("[fcm]", "[\(provider)]")]
        let findings = SmallCatalog.read(edits).reading.findings
        #expect(findings.map(\.path) == (fits ? [] : ["types.t4.collapse"]))
        #expect(findings.map(\.code) == (fits ? [] : ["too-many-collapse-keys"]))
    }
}
