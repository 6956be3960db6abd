import ArgumentParser
import Foundation
import PealCore
import PealCrypto
import PealEngine
import PealServer

extension AuditCommand {
    /// The command `peal audit verify`.
    struct Verify: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Verify an export of an audit log offline, and say what was changed, and where.",
            discussion: """
                Without a checkpoint that was saved elsewhere, whoever wrote the export can have written all of it. Exit code 1 \
                means that something was changed.

                EXAMPLES:
                  peal audit verify gss.ndjson --checkpoint gss.checkpoint --key audit.pub
                """
        )

        @Argument(help: "The export.")
        var export: String
        @Option(help: "A file with checkpoints that were saved elsewhere, one after the other.")
        var checkpoint: String?
        @Option(help: "A file with the keys that checkpoints must be signed by one of, a line each.")
        var key: String?

        func run() throws {
            let trusted = try keys()
            var verification = AuditVerification()
            for line in try Self.lines(of: export) { verification.read(line) }
            verification.finish()
            let saved = try checkpoints()
            for checkpoint in saved { verification.compare(saved: checkpoint, trusted: trusted) }
            guard verification.problems.isEmpty else {
                print(verification.problems.map { "CHANGED: \($0)" }.joined(separator: "\n"))
                throw ExitCode(1)
            }
            print("\(counted(verification.count, "entry")), nothing was changed")
            for checkpoint in saved {
                let body = checkpoint.checkpoint
                print(
                    "matches the saved checkpoint of \(Zone.terminal.text(of: body.at)) over \(counted(Int(body.size), "entry"))"
                )
            }
            if saved.isEmpty {
                print("no saved checkpoint was given: a log that was rewritten as a whole looks the same")
            }
            if trusted.isEmpty { print("signatures were not checked: pass --key with a key that you saved") }
        }

        private func keys() throws -> [AuditVerificationKey] {
            guard let key else { return [] }
            let keys = try Self.text(of: key).split(separator: "\n").map { line in
                guard let key = AuditVerificationKey(String(line)) else {
                    throw ValidationError("\(key): not a key as `peal audit key` prints it")
                }
                return key
            }
            guard !keys.isEmpty else { throw ValidationError("\(key) has no key") }
            return keys
        }

        private func checkpoints() throws -> [SignedCheckpoint] {
            guard let checkpoint else { return [] }
            let found = SignedCheckpoint.all(in: try Self.text(of: checkpoint))
            guard !found.isEmpty else { throw ValidationError("\(checkpoint) has no checkpoint") }
            return found
        }

        private static func text(of path: String) throws -> String {
            do { return try String(contentsOfFile: path, encoding: .utf8) } catch {
                throw ValidationError("cannot read \(path): \(PlainReason.of(error))")
            }
        }

        private static func lines(of path: String) throws -> [[UInt8]] {
            guard let data = FileManager.default.contents(atPath: path) else {
                throw ValidationError("cannot read \(path)")
            }
            var lines = data.split(separator: 0x0A, omittingEmptySubsequences: false).map { [UInt8]($0) }
            if lines.last?.isEmpty ?? false { lines.removeLast() }
            return lines
        }
    }
}
