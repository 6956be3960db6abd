public import ArgumentParser
import Foundation
import PealCore
import PealCrypto
import PealEngine
import PealSQL
import PealServer

/// Checkpoints, exports and verifies audit logs.
public struct AuditCommand: AsyncParsableCommand {
    /// How `peal audit` is called.
    public static let configuration = CommandConfiguration(
        commandName: "audit",
        abstract: "Print checkpoints of audit logs, export a log, and verify an export offline.",
        discussion: """
            EXAMPLES:
              peal audit checkpoint --app gss
              peal audit export --app gss
              peal audit verify gss.ndjson --checkpoint gss.checkpoint
            """,
        subcommands: [Checkpoint.self, Export.self, Verify.self, Key.self]
    )

    /// For the argument parser.
    public init() {}

    /// The command `peal audit checkpoint`.
    struct Checkpoint: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Print the newest signed checkpoint. Safe while the server is running.",
            discussion: """
                A server signs one every minute while its log grows. Keep it where the server cannot write: it shows later \
                whether the entries that it covers are still the same.

                EXAMPLES:
                  peal audit checkpoint --app gss
                """
        )

        @OptionGroup var options: DataOptions
        @Option(help: "The app.")
        var app: String

        func run() async throws {
            let dataContext = try await DataContext.open(options.paths)
            defer { dataContext.close() }
            guard dataContext.apps.contains(AppID(app)) else {
                throw UnknownApp.error(app, among: dataContext.apps, .data)
            }
            guard let newest = try await dataContext.store.auditCheckpoints(of: AppID(app), below: nil, limit: 1).first
            else {
                throw ServerError(.data, "the audit log of \(app) has no checkpoint yet; a running server signs them")
            }
            print(newest.text, terminator: "")
        }
    }

    /// The command `peal audit key`.
    struct Key: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Print the key that checkpoints are verified with.",
            discussion: """
                EXAMPLES:
                  peal audit key
                """
        )

        @OptionGroup var options: DataOptions

        func run() async throws {
            let dataContext = try await DataContext.open(options.paths)
            defer { dataContext.close() }
            print(try AuditKeyFile(in: dataContext.directory.url).read().verification.text)
        }
    }

    /// The command `peal audit export`.
    struct Export: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Print the audit log of an app as lines of JSON. Safe while the server is running.",
            discussion: """
                Entries name users only by a reference. The same as GET /api/v1/audit/export.

                EXAMPLES:
                  peal audit export --app gss
                """
        )

        @OptionGroup var options: DataOptions
        @Option(help: "The app.")
        var app: String

        func run() async throws {
            let dataContext = try await DataContext.open(options.paths)
            defer { dataContext.close() }
            guard dataContext.apps.contains(AppID(app)) else {
                throw UnknownApp.error(app, among: dataContext.apps, .data)
            }
            let engine = try await dataContext.engine()
            for try await chunk in try await engine.audit.export(of: AppID(app), AuditLog.Question()) {
                try FileHandle.standardOutput.write(contentsOf: Data(chunk))
            }
        }
    }
}
