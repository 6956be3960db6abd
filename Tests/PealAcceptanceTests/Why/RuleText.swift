import Foundation
import Testing

/// A shipped catalog as text; finds paths by indentation alone, without a YAML library.
struct RuleText {
    private let lines: [Substring]

    init(_ app: String) throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let text = try String(contentsOf: root.appending(path: "Catalogs/\(app).yaml"), encoding: .utf8)
        lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    }

    /// The line of a path, from 1.
    ///
    /// What stands in braces has the line of the last key outside of them.
    func line(of path: String) throws -> Int {
        var keys = path.split(separator: ".")[...]
        var found = 0
        var depth = -1
        for (index, line) in lines.enumerated() where !keys.isEmpty {
            let indent = line.prefix { $0 == " " }.count
            let rest = line.dropFirst(indent)
            guard !rest.isEmpty, !rest.hasPrefix("#") else { continue }
            if found > 0, indent <= depth { break }
            guard found == 0 ? indent == 0 : indent == depth + 2 else { continue }
            guard let key = keys.first, rest.hasPrefix("\(key):") else { continue }
            keys.removeFirst()
            (found, depth) = (index + 1, indent)
            if rest.contains("{") { break }
        }
        if let inner = keys.first {
            let line = try #require(lines.indices.contains(found - 1) ? lines[found - 1] : nil, "no \(path)")
            #expect(line.contains("\(inner):"), "\(path) is not in line \(found)")
        }
        return found
    }
}
