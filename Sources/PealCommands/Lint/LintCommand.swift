public import ArgumentParser
import Foundation

/// `peal lint FILE…`: finds every problem of catalog files at once.
public struct LintCommand: ParsableCommand {
    /// How the command line shows the command.
    public static let configuration = CommandConfiguration(
        commandName: "lint",
        abstract: "Check catalog files and show every problem at once.",
        discussion: """
            Each finding is one line, `file:line:column: error: what is wrong [path]`, and says how to mend it.
            The exit code is 1 when there is an error; warnings alone give 0.
            """
    )

    @Argument(help: "The catalog files to check.")
    var files: [String]

    @Option(help: "How findings are written: text or json.")
    var format: LintRun.Format = .text

    /// Makes an empty command for the parser.
    public init() {}

    /// Checks that a file is named.
    public func validate() throws {
        guard !files.isEmpty else { throw ValidationError("name at least one catalog file") }
    }

    /// Checks the files, prints the report and sets the exit code.
    public func run() throws {
        let lint = LintRun(files: files)
        print(lint.report(format), terminator: "")
        guard lint.exitCode == 0 else { throw ExitCode(lint.exitCode) }
    }
}

extension LintRun.Format: ExpressibleByArgument {}
