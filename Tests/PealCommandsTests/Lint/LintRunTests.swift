import Foundation
import PealCatalog
import PealCommands
import Testing

@Suite("peal lint")
struct LintRunTests {
    private func run(_ files: [String: String]) -> LintRun {
        LintRun(files: files.keys.sorted(), providers: .shipped) { Data((files[$0] ?? "").utf8) }
    }

    @Test("every finding is a line with file, place, severity and path, and the last line counts")
    func text() {
        let run = run(["a.yaml": "app: [\n", "b.yaml": "nam: x\n"])
        let lines = run.report(.text).split(separator: "\n")
        #expect(lines.first?.hasPrefix("a.yaml:2:1: error: ") == true)
        #expect(
            lines.contains {
                $0.hasPrefix("b.yaml:1:1: error: unknown key `nam`; did you mean `name`?")
                    && $0.hasSuffix("[nam]")
            }
        )
        #expect(lines.last == "2 files, \(run.errorCount) errors, 0 warnings")
        #expect(run.exitCode == 1)
    }

    @Test("on a terminal the severity is set off; in a file nothing is")
    func colours() {
        let run = run(["b.yaml": "nam: x\n"])
        #expect(
            run.report(.text, TerminalStyle(isColoured: true)).contains(": \u{1B}[31merror:\u{1B}[0m unknown key `nam`")
        )
        #expect(!run.report(.text).contains("\u{1B}"))
        #expect(!run.report(.json, TerminalStyle(isColoured: true)).contains("\u{1B}"))
    }

    @Test("the JSON form holds the same findings")
    func json() throws {
        let run = run(["b.yaml": "nam: x\n"])
        let object = try #require(
            try JSONSerialization.jsonObject(with: Data(run.report(.json).utf8)) as? [String: Any]
        )
        #expect(object["errors"] as? Int == run.errorCount)
        #expect((object["findings"] as? [[String: Any]])?.count == run.findings.count)
    }

    @Test("a file that is not there, or is no text, is a finding with a plain reason")
    func unreadable() {
        let missing = LintRun(files: ["/nonexistent/catalog.yaml"], providers: .shipped)
        #expect(missing.report(.text).contains("the file cannot be read: no such file"))
        #expect(missing.exitCode == 1)
        let binary = LintRun(files: ["x.yaml"], providers: .shipped) { _ in Data([0xFF, 0xFE, 0x00]) }
        #expect(binary.findings.map(\.code) == ["unreadable"])
    }

    @Test("of a directory, the files that a server would read are checked")
    func directory() {
        let lint = LintRun(files: ["catalogs", "a.yaml"], providers: .shipped) { path in
            Data(path == "catalogs/b.yaml" ? "nam: x\n".utf8 : "app: a\n".utf8)
        } list: { path in
            path == "catalogs" ? ["c.yml", "notes.md", "b.yaml"] : nil
        }
        #expect(lint.fileCount == 3)
        #expect(Set(lint.findings.map(\.file)) == ["catalogs/b.yaml", "catalogs/c.yml", "a.yaml"])
        let empty = LintRun(files: ["catalogs/"], providers: .shipped) { _ in
            Data()
        } list: { _ in
            ["notes.md"]
        }
        #expect(empty.findings.map(\.message) == ["the directory has no `*.yaml` file; name one with catalogs"])
        #expect(empty.exitCode == 1)
    }

    @Test("no file gives no error")
    func none() { #expect(LintRun(files: [], providers: .shipped).exitCode == 0) }
}
