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
            + LintCase.presentation + LintCase.eta + LintCase.users
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
            (("    audience:", "    recipients:"), "unknown key `recipients`; did you mean `audience`?"),
            (("    audience:", "    to:"), "unknown key `to`; did you mean `audience`?"),
            (("    title: Hello", "    headline: Hello"), "did you mean `title`?"),
            (("    link: /things", "    url: /things"), "did you mean `link`?"),
            (("locales: [en, de]", "locales: [en, german]"), "such as `en` or `pt-BR`; did you mean `de`?"),
            (("    body:\n", "    body:\n      Deutsch: Hallo\n"), "not in `locales`; did you mean `de`?"),
        ]
    )
    func suggestions(edit: (String, String), hint: String) {
        let (reading, _) = SmallCatalog.read([edit])
        #expect(reading.findings.contains { $0.message.contains(hint) })
    }

    @Test(
        "a duration out of range says the bounds of its key",
        arguments: [
            ("digest: {key: a, window: 30d}", "`30d` is too long; set at most 7d"),
            ("digest: {key: a, window: 0s}", "`0s` is too short; set more than 0s, and at most 7d"),
            ("digest: {key: a, window: soon}", "expected a duration of at most 7d, such as `30s`, `15m`, `72h`"),
            ("digest: {key: a, window: 99999d}", "`99999d` is too long; set at most 7d"),
            ("digest: {key: a, window: [1h]}", "expected a duration of at most 7d, found a list"),
            ("ttl: 29d", "`29d` is too long; set at most 28d"),
            ("delayWhileActive: 10m", "`10m` is too long; set at most 5m"),
            ("delayWhileActive: soon", "expected a duration of at most 5m, such as `30s`"),
            (
                "schedule: {entity: thing, at: startsAt, offset: -400d}",
                "`-400d` is too long; set at most 366d before or after"
            ),
        ]
    )
    func bounds(line: String, message: String) {
        let (reading, _) = SmallCatalog.read([("    link:", "    \(line)\n    link:")])
        #expect(reading.findings.contains { $0.message == message }, "\(reading.findings)")
    }

    @Test(
        "a tab in the indentation is named with its line",
        arguments: [
            ("    title: Hello", "\ttitle: Hello"), ("    title: Hello", "  \ttitle: Hello"),
            ("      en:", "\ten:"), ("  group:", "\tgroup:"),
        ]
    )
    func tab(old: String, new: String) {
        let yaml = SmallCatalog.text.replacing(old, with: new)
        let lines = yaml.split(separator: "\n", omittingEmptySubsequences: false)
        let number = (lines.firstIndex { $0.contains("\t") } ?? -1) + 1
        let finding = CatalogReader.read(yaml: yaml, file: "demo.yaml").findings.first
        #expect(finding?.message == "line \(number) is indented with a tab; indent with spaces")
        #expect(finding?.line == number)
    }

    @Test("a variable that may name its reader is fine where it is the other’s name")
    func otherNames() {
        for edit in LintCase.ownNames {
            #expect(SmallCatalog.read(edit).reading.findings.map(\.code) == ["names-recipient"])
            // A scheduled type takes its values from attributes of the entity.
            guard !edit.contains(where: { $0.1.contains("schedule:") }) else { continue }
            let own = edit.last?.1 ?? ""
            let other = own.replacing("person: true", with: "person: true, from: other.name")
            #expect(SmallCatalog.read(edit + [(own, other)]).reading.findings == [])
        }
    }

    @Test("an app’s default for `redeliver` holds for types that do not say, and not for silent ones")
    func redeliver() throws {
        let defaults = ("providers: [fcm]", "providers: [fcm]\ndefaults: {redeliver: true}")
        func isRedelivered(_ edits: (String, String)...) throws -> Bool {
            try #require(SmallCatalog.read(edits).reading.catalog?.types.first).isRedelivered
        }
        #expect(try !isRedelivered())
        #expect(try isRedelivered(defaults))
        #expect(try !isRedelivered(defaults, ("    link:", "    redeliver: false\n    link:")))
        #expect(try isRedelivered(("    link:", "    redeliver: true\n    link:")))
        let short = SmallCatalog.read([defaults, ("    link:", "    ttl: 10s\n    link:")]).reading
        #expect(short.findings.map(\.path) == ["types.first.redeliver"])
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
