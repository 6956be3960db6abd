/// Where each path of a catalog file stands in it.
public struct CatalogLocations: Sendable {
    private let lines: [String: Int]

    /// Reads the text of a file, at most 1 MiB; of one that is no YAML only the first line is known.
    public init(yaml: String) {
        let log = FindingLog(file: "")
        var source = SourceReader(log: log)
        _ = source.read(yaml)
        lines = log.lines
    }

    /// A path of the file and its line.
    public struct Location: Sendable, Equatable {
        /// The path, for example `types.announcement.dedupe`; empty for the file itself.
        public var path: String
        /// The line, from 1.
        public var line: Int

        /// Joins both parts.
        public init(path: String, line: Int) {
            self.path = path
            self.line = line
        }
    }

    /// The first of several paths that the file has; without any, the nearest part of the first that it has.
    public func location(of paths: [String]) -> Location {
        for path in paths { if let line = lines[path] { return Location(path: path, line: line) } }
        var part = Substring(paths.first ?? "")
        while let end = part.lastIndex(where: { $0 == "." || $0 == "[" }) {
            part = part[..<end]
            if let line = lines[String(part)] { return Location(path: String(part), line: line) }
        }
        return Location(path: "", line: 1)
    }
}
