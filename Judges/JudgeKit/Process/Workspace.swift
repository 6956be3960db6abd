package import Foundation

/// The temporary directory of one run.
package struct Workspace {
    package let directory: URL

    package init() throws {
        directory = FileManager.default.temporaryDirectory.appending(path: "peal-run-\(UUID().uuidString.prefix(8))")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    }

    package func path(_ name: String) -> URL { directory.appending(path: name) }

    /// The last lines of a log, for the reader of a failure.
    package func tail(of log: String, lines: Int = 15) -> String {
        let text = (try? String(contentsOf: path(log), encoding: .utf8)) ?? ""
        return text.split(separator: "\n").suffix(lines).joined(separator: "\n")
    }

    package func remove() { try? FileManager.default.removeItem(at: directory) }

    /// The `peal` under test: the one named, or the one next to this program.
    package static func peal(named path: String?) throws -> URL {
        let beside = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        let program = path.map { URL(filePath: $0) } ?? beside.appending(path: "peal")
        guard FileManager.default.isExecutableFile(atPath: program.path) else {
            throw JudgeError(.notBuilt, "\(program.path) is not a program; build `peal`, or pass --peal")
        }
        return program
    }
}
