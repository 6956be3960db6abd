import ArgumentParser
import Foundation
import Testing

@testable import PealCommands
@testable import PealServer

@Suite("peal generate")
struct GenerateCommandTests {
    /// Runs the command with a catalog in a folder of its own, whose files `body` may change first.
    private static func inFolder(_ body: (_ catalog: String, _ out: String) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "peal-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let catalog = folder.appending(path: "bikes.yaml")
        try Data(GenerateFixture().yaml.utf8).write(to: catalog)
        try body(catalog.path, folder.appending(path: "peal file.txt").path)
    }

    private static func generate(_ language: ClientLanguage, _ catalog: String, _ out: String, check: Bool = false)
        throws
    {
        let arguments = [language.rawValue, catalog, "--out", out] + (check ? ["--check"] : [])
        try GenerateCommand.parse(arguments).run()
    }

    @Test(
        "a file that was written passes, and fails once the catalog has another variable",
        arguments: ClientLanguage.allCases
    )
    func check(_ language: ClientLanguage) throws {
        try Self.inFolder { catalog, out in
            try Self.generate(language, catalog, out)
            try Self.generate(language, catalog, out, check: true)
            let renamed = GenerateFixture(data: "{sender: {type: string, example: Ben}}")
            try Data(renamed.yaml.utf8).write(to: URL(filePath: catalog))
            let error = #expect(throws: ServerError.self) { try Self.generate(language, catalog, out, check: true) }
            let message = try #require(error?.message)
            #expect(message.contains("does not match \(catalog), from line "))
            #expect(message.hasSuffix("write it again: peal generate \(language.rawValue) \(catalog) --out '\(out)'"))
            #expect(CommandEnding(try #require(error)).status == 1)
            try Self.generate(language, catalog, out)
            try Self.generate(language, catalog, out, check: true)
        }
    }

    @Test("a change of the catalog that changes no function passes; a change of the file does not")
    func irrelevant() throws {
        let run = try GenerateFixture().run(.python)
        var changed = GenerateFixture()
        changed.more = "# A comment."
        let other = try changed.run(.python)
        #expect(other.text != run.text)
        try other.check(run.text, file: "a.py")
        #expect(throws: ServerError.self) { try run.check(run.text + "x = 1\n", file: "a.py") }
        #expect(throws: ServerError.self) { try run.check(String(run.text.dropLast(20)), file: "a.py") }
        #expect(throws: ServerError.self) { try run.check("", file: "a.py") }
    }

    @Test("a file that is not there fails with the command that writes it")
    func missing() throws {
        try Self.inFolder { catalog, out in
            let error = #expect(throws: ServerError.self) { try Self.generate(.python, catalog, out, check: true) }
            #expect(error?.message.contains("no such file") == true)
            #expect(error?.message.hasSuffix("write it: peal generate python \(catalog) --out '\(out)'") == true)
        }
    }

    @Test("--check needs a file, and the language is one of three")
    func arguments() {
        #expect(throws: (any Error).self) { try GenerateCommand.parse(["python", "a.yaml", "--check"]) }
        #expect(throws: (any Error).self) { try GenerateCommand.parse(["java", "a.yaml"]) }
    }

    @Test("a catalog with an error is not rendered")
    func faulty() throws {
        try Self.inFolder { catalog, out in
            try Data("app: [\n".utf8).write(to: URL(filePath: catalog))
            #expect(throws: ServerError.self) { try Self.generate(.swift, catalog, out) }
            #expect(!FileManager.default.fileExists(atPath: out))
        }
    }
}
