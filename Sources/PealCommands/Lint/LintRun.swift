public import Foundation
public import PealCatalog
public import PealCore
import PealServer

/// What `peal lint` finds in some files, and its report; a value, so that tests need no process.
public struct LintRun: Sendable, Equatable {
    /// How findings are written.
    public enum Format: String, Sendable, CaseIterable {
        case text, json
    }

    /// Everything found, file by file.
    public let findings: [Finding]
    /// How many files were asked for.
    public let fileCount: Int

    /// Reads the files and collects what is wrong in each; a file that cannot be read is a finding too.
    /// - Parameters:
    ///   - files: paths as the user wrote them, of files or of directories; findings carry the same.
    ///   - providers: the push services that catalogs may list.
    ///   - assets: the files of the app, which have to contain the sounds of the catalogs.
    ///   - read: gives the bytes of a file.
    ///   - list: the names in a directory; `nil` for what is none.
    public init(
        files: [String],
        providers: Providers,
        assets: AppAssets? = nil,
        read: (String) throws -> Data = { try Self.contents(of: $0) },
        list: (String) -> [String]? = { Self.names(in: $0) }
    ) {
        var paths: [String] = []
        var empty: [Finding] = []
        for file in files {
            guard let names = list(file) else {
                paths.append(file)
                continue
            }
            // What a server reads of its directory of catalogs.
            let catalogs = names.filter { $0.hasSuffix(".yaml") || $0.hasSuffix(".yml") }.sorted()
            paths += catalogs.map { file.hasSuffix("/") ? file + $0 : "\(file)/\($0)" }
            if catalogs.isEmpty {
                empty.append(Self.unreadable(file, "the directory has no `*.yaml` file; name one with catalogs"))
            }
        }
        fileCount = paths.count
        findings =
            empty
            + paths.flatMap { file -> [Finding] in
                let data: Data
                do {
                    data = try read(file)
                } catch {
                    return [Self.unreadable(file, "the file cannot be read: \(PlainReason.of(error)); check the path")]
                }
                guard let text = String(validating: data, as: UTF8.self) else {
                    return [Self.unreadable(file, "the file is not UTF-8 text; save it as UTF-8")]
                }
                return CatalogReader.read(yaml: text, file: file, providers: providers, assets: assets).findings
            }
    }

    /// How many findings make a catalog unusable.
    public var errorCount: Int { findings.count { $0.severity == .error } }

    /// 1 when there are errors, else 0.
    public var exitCode: Int32 { errorCount == 0 ? 0 : 1 }

    /// The whole report, ending with a line break.
    public func report(_ format: Format, _ style: TerminalStyle = TerminalStyle(isColoured: false)) -> String {
        switch format {
        case .text: text(style)
        case .json: json()
        }
    }

    /// The bytes of a file, at most a little more than a catalog may have.
    public static func contents(of path: String) throws -> Data {
        let handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
        defer { try? handle.close() }
        return try handle.read(upToCount: (1 << 20) + 1) ?? Data()
    }

    /// The names in a directory; `nil` for what is none.
    public static func names(in path: String) -> [String]? {
        var isDirectory: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory), isDirectory.boolValue else {
            return nil
        }
        return (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    }

    private func text(_ style: TerminalStyle) -> String {
        var lines = findings.map { finding in
            let location = finding.path.isEmpty ? "" : style(" [\(finding.path)]", .faint)
            let severity = style("\(finding.severity.rawValue):", finding.severity == .error ? .bad : .caution)
            return "\(finding.file):\(finding.line):\(finding.column): \(severity) \(finding.message)\(location)"
        }
        let warnings = findings.count - errorCount
        lines.append("\(counted(fileCount, "file")), \(counted(errorCount, "error")), \(counted(warnings, "warning"))")
        return lines.joined(separator: "\n") + "\n"
    }

    private func json() -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        let report = Report(
            files: fileCount,
            errors: errorCount,
            warnings: findings.count - errorCount,
            findings: findings.map(Report.Entry.init)
        )
        guard let data = try? encoder.encode(report) else { return "{}\n" }
        return String(decoding: data, as: UTF8.self) + "\n"
    }

    private static func unreadable(_ file: String, _ message: String) -> Finding {
        Finding(
            severity: .error,
            file: file,
            line: 1,
            column: 1,
            path: "",
            code: "unreadable",
            message: message
        )
    }
}

/// The JSON form of a report.
private struct Report: Encodable {
    struct Entry: Encodable {
        let severity, file, path, code, message: String
        let line, column: Int

        init(_ finding: Finding) {
            severity = finding.severity.rawValue
            file = finding.file
            path = finding.path
            code = finding.code
            message = finding.message
            line = finding.line
            column = finding.column
        }
    }

    let files, errors, warnings: Int
    let findings: [Entry]
}
