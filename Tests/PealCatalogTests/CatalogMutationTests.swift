import Foundation
import PealCatalog
import Testing

@Suite("Mistakes in the shipped catalogs are found at their lines, with a cure")
struct CatalogMutationTests {
    private static let all = CatalogMutation.spelling + CatalogMutation.meaning

    private static func text(of app: String) throws -> String {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        return try String(contentsOf: root.appending(path: "Catalogs/\(app).yaml"), encoding: .utf8)
    }

    @Test("there are enough of them") func count() { #expect(Self.all.count >= 80) }

    @Test("each is found", arguments: all)
    func found(_ mutation: CatalogMutation) throws {
        let text = try Self.text(of: mutation.app)
        let (old, new) = mutation.edit
        let range = try #require(text.firstRange(of: old), "no such part: \(old)")
        let mutated = text.replacingCharacters(in: range, with: new)
        let expected = try #require(Self.line(of: mutation, before: text, after: mutated, at: range.lowerBound))
        let findings = CatalogReader.read(yaml: mutated, file: "\(mutation.app).yaml").findings
        let all = Comment(rawValue: findings.map { "\($0.description) (\($0.code))" }.joined(separator: "\n"))
        let finding = try #require(findings.first { $0.code == mutation.code && $0.line == expected }, all)
        let hasCure = Self.cures.contains { finding.message.localizedCaseInsensitiveContains($0) }
        #expect(hasCure, "no cure: \(finding.message)")
    }

    /// The line where the mutation's own part stands, or where the texts begin to differ.
    private static func line(of mutation: CatalogMutation, before: String, after: String, at start: String.Index)
        -> Int?
    {
        let position: String.Index?
        if let part = mutation.line {
            position = after.firstRange(of: part)?.lowerBound
        } else {
            let same = zip(mutation.edit.old, mutation.edit.new).prefix { $0 == $1 }.count
            position = after.index(start, offsetBy: same, limitedBy: after.endIndex)
        }
        return position.map { after[..<$0].count(where: \.isNewline) + 1 }
    }

    /// What a message tells to do.
    private static let cures = [
        "did you mean", "known:", "add ", "remove", "use ", "set ", "write ", "quote", "list ", "fix ", "change ",
        "make ",
        "shorten", "declare", "expected", "keep ", "drop ", "move it", "merge", "omit", "is not a", "is not an",
        "would have no effect", "between", "repeat",
    ]
}
