import PealCore

/// Collects findings while a file is read, and knows where each path stands in it.
final class FindingLog {
    /// A source location: line and column, both from 1.
    struct TextLocation {
        var line: Int
        var column: Int
    }

    /// More findings than anybody reads; the rest is counted in one line.
    static let maximumFindings = 200

    private let file: String
    private var locations: [String: TextLocation] = [:]
    private var findings: [Finding] = []
    private var unreported = 0
    private var hints = HintAllowance()

    init(file: String) { self.file = file }

    /// Remembers where a path stands.
    func note(_ path: String, at location: TextLocation) {
        if locations[path] == nil { locations[path] = location }
    }

    /// Whether the file says anything at a path.
    func has(_ path: String) -> Bool { locations[path] != nil }

    /// The line of every path.
    var lines: [String: Int] { locations.mapValues(\.line) }

    /// Records an error at a path, or at the nearest part of it that the file has.
    func error(_ path: String, _ code: String, _ message: String, at location: TextLocation? = nil) {
        add(.error, path, code, message, location)
    }

    /// Records a warning, as ``error(_:_:_:at:)`` does an error.
    func warn(_ path: String, _ code: String, _ message: String) {
        add(.warning, path, code, message, nil)
    }

    /// Records a key that is none; the first ones of a file with what was probably meant.
    func unknownKey(_ path: String, _ key: String, among known: NearNames) {
        guard findings.count < Self.maximumFindings else {
            unreported += 1
            return
        }
        error(path, "unknown-key", "unknown key `\(key.prefix(64))`" + hints.hint(for: key, among: known))
    }

    /// Whether anything found makes the catalog unusable.
    var hasErrors: Bool { unreported > 0 || findings.contains { $0.severity == .error } }

    /// Everything found, in the order of the file.
    func sorted() -> [Finding] {
        var all = findings.enumerated().sorted { left, right in
            (left.element.line, left.element.column, left.offset)
                < (right.element.line, right.element.column, right.offset)
        }.map(\.element)
        if unreported > 0 {
            all.append(
                Finding(
                    severity: .error,
                    file: file,
                    line: all.last?.line ?? 1,
                    column: 1,
                    path: "",
                    code: "too-many-findings",
                    message: "\(unreported) more findings are not shown; fix these first"
                )
            )
        }
        return all
    }

    private func add(
        _ severity: Finding.Severity,
        _ path: String,
        _ code: String,
        _ message: String,
        _ location: TextLocation?
    ) {
        guard findings.count < Self.maximumFindings else {
            unreported += 1
            return
        }
        let spot = location ?? nearest(path)
        let finding = Finding(
            severity: severity,
            file: file,
            line: spot.line,
            column: spot.column,
            path: path,
            code: code,
            message: message
        )
        // What holds for several types is looked at for each of them.
        if !findings.contains(finding) { findings.append(finding) }
    }

    private func nearest(_ path: String) -> TextLocation {
        var part = Substring(path)
        while true {
            if let location = locations[String(part)] { return location }
            guard let end = part.lastIndex(where: { $0 == "." || $0 == "[" }) else {
                return TextLocation(line: 1, column: 1)
            }
            part = part[..<end]
        }
    }
}
