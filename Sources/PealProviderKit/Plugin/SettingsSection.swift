/// One section of the configuration; it collects the problems of what is read, so that all are reported together.
public struct SettingsSection {
    /// Its path, such as `apps.reports.fcm`; empty for the whole configuration.
    public let path: String
    private let source: any SettingsSource
    /// The problems, one sentence each.
    public private(set) var problems: [String] = []
    /// Files that secrets were read from, or should have been.
    public private(set) var secretFiles: [String] = []

    /// Reads a section of `source`.
    public init(_ path: String, of source: any SettingsSource) {
        self.path = path
        self.source = source
    }

    /// Adds a problem of one of its keys, or of the section as a whole.
    public mutating func report(_ problem: String, at key: String? = nil) {
        problems.append("\(key.map(location) ?? path): \(problem)")
    }

    /// Adds what a part of it found, as it is.
    public mutating func take(_ part: SettingsSection) {
        problems += part.problems
        secretFiles += part.secretFiles
    }

    /// Adds problems that name their keys.
    public mutating func report(named more: [String]) { problems += more }

    /// Whether one of some keys is set.
    public func has(_ keys: some Sequence<String>) -> Bool { keys.contains { text($0) != nil || list($0) != nil } }

    /// A text, unchanged.
    public func text(_ key: String) -> String? { source.text(location(key), isSecret: false) }

    /// A list of texts; in the environment they are separated by commas.
    public func list(_ key: String) -> [String]? { source.list(location(key)) }

    /// `true` or `false`; another word is a problem, not the default.
    public mutating func flag(_ key: String, default fallback: Bool) -> Bool {
        guard let word = text(key)?.lowercased() else { return fallback }
        if ["true", "yes", "on", "1"].contains(word) { return true }
        if !["false", "no", "off", "0"].contains(word) { report("write true or false", at: key) }
        return false
    }

    /// An integer within bounds; any other text is a problem, not the default.
    public mutating func number(_ key: String, _ range: ClosedRange<Int>) -> Int? {
        guard let text = text(key) else { return nil }
        guard let value = Int(text.replacing("_", with: "")) else {
            report("write an integer", at: key)
            return nil
        }
        if range.contains(value) { return value }
        report("\(value) is out of range; write \(range.lowerBound) to \(range.upperBound)", at: key)
        return nil
    }

    /// A secret: the value itself, or the content of the file that `…File` names.
    public mutating func secret(_ key: String) -> String? {
        guard let file = text("\(key)File") else { return source.text(location(key), isSecret: true) }
        secretFiles.append(source.path(of: file))
        return contents(of: file, for: "\(key)File")
    }

    /// The content of the file that a key names.
    public mutating func file(_ key: String) -> String? { text(key).flatMap { contents(of: $0, for: key) } }

    private mutating func contents(of file: String, for key: String) -> String? {
        do throws(UnreadableFile) {
            return try source.contents(of: file)
        } catch {
            report("cannot read \(source.path(of: file)): \(error.reason)", at: key)
            return nil
        }
    }

    private func location(_ key: String) -> String { path.isEmpty ? key : "\(path).\(key)" }
}
