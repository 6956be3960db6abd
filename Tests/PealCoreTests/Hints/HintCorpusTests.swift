import PealCore
import Testing

@Suite("What clients say, read by the rules alone")
struct HintCorpusTests {
    private static func text(_ row: CorpusRow) -> String? { row.input.string }

    @Test("locales are read as BCP 47 spells them", arguments: CorpusFile.rows("locales"))
    func locale(_ row: CorpusRow) {
        #expect(Self.text(row).flatMap { LocaleName($0).tag } == row.value.string, "\(row)")
    }

    @Test("times are read where they name an instant", arguments: CorpusFile.rows("times"))
    func time(_ row: CorpusRow) {
        #expect(Self.text(row).flatMap { Timestamp(hint: $0) }?.rfc3339 == row.value.string, "\(row)")
    }

    @Test("words for the permission to show notifications", arguments: CorpusFile.rows("permissions"))
    func permission(_ row: CorpusRow) {
        #expect(Self.text(row).flatMap(PermissionHint.push)?.rawValue == row.value.string, "\(row)")
    }

    @Test("states of capabilities", arguments: CorpusFile.rows("capabilities"))
    func capability(_ row: CorpusRow) {
        #expect(Self.text(row).flatMap(PermissionHint.capability)?.rawValue == row.value.string, "\(row)")
    }

    @Test("a reader gets the text of the nearest language (R113)", arguments: CorpusFile.rows("fallbacks"))
    func fallback(_ row: CorpusRow) throws {
        let reader = try #require(row.input(0).string)
        let written = (row.input(1).array ?? []).compactMap(\.string)
        let copy = LocalizedText(
            byLocale: Dictionary(uniqueKeysWithValues: written.map { ($0, $0) }),
            fallbackLocale: try #require(written.first)
        )
        #expect(copy.resolve(reader) == row.value.string, "\(row)")
        // What a device said is stored as it was understood, and finds the same text.
        #expect(copy.resolve(LocaleName(reader).tag) == row.value.string, "\(row)")
    }

    @Test("a value is isolated where it runs against its text (R114)", arguments: CorpusFile.rows("directions"))
    func direction(_ row: CorpusRow) throws {
        let (language, value) = (try #require(row.input(0).string), try #require(row.input(1).string))
        #expect(TextDirection(LocaleName(language)).isolated(value) == row.value.string, "\(row)")
    }

    @Test("every file of the corpus is there and each input stands in it once")
    func whole() {
        let files = [
            "zones", "locales", "times", "permissions", "capabilities", "app-versions", "environments", "fallbacks",
            "formats", "directions", "tokens", "bodies", "codings", "pushes",
        ]
        let rows = files.map { ($0, CorpusFile.rows($0)) }
        for (name, rows) in rows {
            #expect(rows.count >= 10, "\(name)")
            #expect(Set(rows.map(\.description)).count == rows.count, "\(name)")
            #expect(rows.allSatisfy { !$0.project.isEmpty }, "\(name)")
        }
        #expect(rows.reduce(0) { $0 + $1.1.count } >= 600)
    }
}
