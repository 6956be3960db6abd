public import ArgumentParser
import Foundation
import PealServer

/// `peal generate LANGUAGE CATALOG`: writes typed functions for the notification types of a catalog.
public struct GenerateCommand: ParsableCommand {
    /// How `peal generate` is called.
    public static let configuration = CommandConfiguration(
        commandName: "generate",
        abstract: "Write typed functions for your backend: one for each notification type of a catalog.",
        discussion: """
            The file needs no package. Each function has the variables of its type as typed parameters, sends the \
            trigger with an idempotency key, and retries it when Peal cannot be reached or asks to wait. The same \
            catalog always gives the same file.

            With --check nothing is written: the exit code is 1 when the file does not match the catalog any more.

            EXAMPLES:
              peal generate typescript Catalogs/gss.yaml --out src/peal.ts
              peal generate python Catalogs/gss.yaml --out app/peal.py
              peal generate swift Catalogs/gss.yaml --out Sources/App/Peal.swift
              peal generate python Catalogs/gss.yaml --out app/peal.py --check
            """
    )

    @Argument(help: "The language: typescript, python or swift.")
    var language: ClientLanguage

    @Argument(help: "The catalog file.")
    var catalog: String

    @Option(help: "The file to write; default: standard output.")
    var out: String?

    @Flag(help: "Compare with the file instead of writing it.")
    var check = false

    /// For the argument parser.
    public init() {}

    /// Checks that there is a file to compare with.
    public func validate() throws {
        guard !check || out != nil else { throw ValidationError("--check compares with a file; name it with --out") }
    }

    /// Writes the file, or compares with it.
    public func run() throws {
        let (parsed, yaml) = try CatalogCommandContext.catalog(file: catalog)
        let run = GenerateRun(language, catalog: parsed, yaml: yaml, path: catalog)
        guard let out else { return print(run.text, terminator: "") }
        guard check else { return try Self.write(run.text, to: out) }
        let written: String
        do {
            written = try String(contentsOf: URL(filePath: out), encoding: .utf8)
        } catch {
            throw ServerError(
                .catalogs,
                "cannot read \(out): \(PlainReason.of(error)); write it: \(run.command(out))"
            )
        }
        try run.check(written, file: out)
    }

    private static func write(_ text: String, to file: String) throws {
        do {
            try Data(text.utf8).write(to: URL(filePath: file), options: .atomic)
        } catch {
            throw ServerError(.catalogs, "cannot write \(file): \(PlainReason.of(error))")
        }
    }
}

/// A language that `peal generate` writes.
public enum ClientLanguage: String, Sendable, CaseIterable, ExpressibleByArgument {
    case typescript, python, swift

    /// The whole file for a catalog, ending with a line break; the same for the same catalog.
    func file(for description: ClientDescription) -> String {
        let lines =
            switch self {
            case .typescript: TypeScriptFile(description).lines
            case .python: PythonFile(description).lines
            case .swift: SwiftFile(description).lines
            }
        return lines.joined(separator: "\n") + "\n"
    }
}
