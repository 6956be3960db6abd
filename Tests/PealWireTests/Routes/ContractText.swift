import Foundation

/// What the tests read of `openapi.yaml`, line by line: paths stand two, methods four columns in.
enum ContractText {
    /// One operation.
    struct Operation {
        var statuses: Set<Int> = []
        var query: [String] = []
        var credentials: Set<String> = []
    }

    /// The operations by method and path, read once.
    static let operations = Result { try read() }

    private static func read() throws -> [String: Operation] {
        let lines = try Self.lines()
        let shared = sharedQuery(lines)
        var operations: [String: Operation] = [:]
        var section = ""
        var path = ""
        var name = ""
        for line in lines {
            if !line.hasPrefix(" ") { section = line }
            guard section == "paths:" else { continue }
            if line.hasPrefix("  /") {
                path = String(line.dropFirst(2).dropLast())
            } else if line.hasPrefix("    "), !line.hasPrefix("     "), line.hasSuffix(":") {
                name = "\(line.dropFirst(4).dropLast().uppercased()) \(path)"
                operations[name] = Operation()
            } else if line.hasPrefix("        '"), let status = Int(line.dropFirst(9).prefix(3)) {
                operations[name]?.statuses.insert(status)
            } else if let credential = line.firstMatch(of: /^ {8}- \{(\w+): \[\]\}$/) {
                operations[name]?.credentials.insert(String(credential.1))
            } else if let parameter = line.firstMatch(of: /^ {8}- \{\$ref: '#\/components\/parameters\/(\w+)'\}$/) {
                if let query = shared[String(parameter.1)] { operations[name]?.query.append(query) }
            } else if let parameter = line.firstMatch(of: /^ {8}- \{name: (\w+), in: query/) {
                operations[name]?.query.append(String(parameter.1))
            }
        }
        return operations
    }

    /// The query parameters among `components/parameters`, by the name they are referred to.
    private static func sharedQuery(_ lines: [String]) -> [String: String] {
        var names: [String: String] = [:]
        var (isInside, key, name) = (false, "", "")
        for line in lines {
            if line.hasPrefix("  "), !line.hasPrefix("   ") { isInside = line == "  parameters:" }
            guard isInside else { continue }
            if line.hasPrefix("    "), !line.hasPrefix("     ") { key = String(line.dropFirst(4).dropLast()) }
            if line.hasPrefix("      name: ") { name = String(line.dropFirst(12)) }
            if line == "      in: query" { names[key] = name }
        }
        return names
    }

    private static func lines() throws -> [String] {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let text = try String(contentsOf: root.appending(path: "Sources/CPealAssets/api/openapi.yaml"), encoding: .utf8)
        return text.split(separator: "\n").map(String.init)
    }
}
