public import ArgumentParser
import PealCatalog
import PealServer

/// `peal lint FILE|DIRECTORY…`: finds all problems of catalog files.
public struct LintCommand: ParsableCommand {
    /// How the command line shows the command.
    public static let configuration = CommandConfiguration(
        commandName: "lint",
        abstract: "Check catalog files and show all problems.",
        discussion: """
            Each finding is one line that tells how to fix it: `file:line:column: error: what is wrong [path]`. The exit \
            code is 1 when there is an error, and 0 when there are only warnings.

            EXAMPLES:
              peal lint Catalogs/reports.yaml
              peal lint Catalogs
              peal lint --format json Catalogs/reports.yaml Catalogs/gss.yaml
              peal lint --app-assets ios/App --app-assets android/app Catalogs/dsober.yaml
            """
    )

    @Argument(help: "The catalog files to check; of a directory, all its `*.yaml` files.")
    var files: [String]

    @Option(help: "The format of the findings.")
    var format: LintRun.Format = .text

    @Option(
        name: .customLong("app-assets"),
        help: ArgumentHelp(
            "Look for the catalogs' sounds in the files of the app: the sources of the iPhone or the Android app.",
            discussion: "May be repeated.",
            valueName: "directory"
        )
    )
    var assets: [String] = []

    /// Makes an empty command for the parser.
    public init() {}

    /// Checks that a file is named.
    public func validate() throws {
        guard !files.isEmpty else { throw ValidationError("name at least one catalog file or directory") }
    }

    /// Checks the files, prints the report and sets the exit code.
    public func run() throws {
        let lint = LintRun(
            files: files,
            providers: ProviderPlugins.shipped.traits,
            assets: assets.isEmpty ? nil : try AppAssets(directories: assets)
        )
        print(lint.report(format, .standardOutput), terminator: "")
        guard lint.exitCode == 0 else { throw ExitCode(lint.exitCode) }
    }
}
