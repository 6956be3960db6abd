import Configuration
import Foundation
import PealCommands
import PealCore

/// Reads single values of the configuration and collects their problems, so that all are reported together.
struct ConfigurationValues {
    private let reader: ConfigReader
    private let directory: URL
    /// The problems, one sentence each.
    private(set) var problems: [String] = []
    /// Files that secrets were read from, or should have been.
    private(set) var secretFiles: [String] = []

    /// Reads through `reader`; paths are relative to the configuration file's `directory`.
    init(reader: ConfigReader, directory: URL) {
        self.reader = reader
        self.directory = directory
    }

    mutating func report(_ more: [String]) { problems += more }

    /// A text, unchanged.
    func text(_ key: String) -> String? { reader.string(forKey: ConfigKey(key)) }

    /// A list of texts; in the environment they are separated by commas.
    func list(_ key: String) -> [String]? { reader.stringArray(forKey: ConfigKey(key)) }

    /// Whether one of some keys is set.
    func has(_ keys: [String], in section: String) -> Bool {
        keys.contains { text("\(section).\($0)") != nil || list("\(section).\($0)") != nil }
    }

    /// `true` or `false`; another word is a problem, not the default.
    mutating func flag(_ key: String, default fallback: Bool) -> Bool {
        guard let word = text(key)?.lowercased() else { return fallback }
        if ["true", "yes", "on", "1"].contains(word) { return true }
        if !["false", "no", "off", "0"].contains(word) { problems.append("\(key): write true or false") }
        return false
    }

    /// An integer within bounds; any other text is a problem, not the default.
    mutating func number(_ key: String, _ range: ClosedRange<Int>) -> Int? {
        guard let text = text(key) else { return nil }
        guard let value = Int(text.replacing("_", with: "")) else {
            problems.append("\(key): write an integer")
            return nil
        }
        if range.contains(value) { return value }
        problems.append("\(key): \(value) is out of range; write \(range.lowerBound) to \(range.upperBound)")
        return nil
    }

    /// A duration within bounds, as in `90s` or `1h30m`; any other text is a problem, not the default.
    mutating func duration(_ key: String, _ range: ClosedRange<Duration>) -> Duration? {
        guard let text = text(key) else { return nil }
        guard let value = Duration(catalog: text) else {
            problems.append("\(key): write a duration, such as 10s, 5m or 1h30m")
            return nil
        }
        if range.contains(value) { return value }
        problems.append(
            "\(key): \(text) is out of range; write \(range.lowerBound.catalogText) to \(range.upperBound.catalogText)"
        )
        return nil
    }

    /// A secret: the value itself, or the content of the file that `…File` names.
    mutating func secret(_ key: String) -> String? {
        guard let path = text("\(key)File") else { return reader.string(forKey: ConfigKey(key), isSecret: true) }
        secretFiles.append(resolve(path))
        return contents(of: path, for: "\(key)File")
    }

    /// The content of the file that a key names.
    mutating func file(_ key: String) -> String? {
        text(key).flatMap { contents(of: $0, for: key) }
    }

    /// A path of the configuration: relative to its file.
    func resolve(_ path: String) -> String {
        path.hasPrefix("/") ? path : directory.appending(path: path).path
    }

    private mutating func contents(of path: String, for key: String) -> String? {
        do {
            return try String(contentsOf: URL(filePath: resolve(path)), encoding: .utf8)
                .trimmingCharacters(in: .whitespacesAndNewlines)
        } catch {
            problems.append("\(key): cannot read \(resolve(path)): \(PlainReason.of(error))")
            return nil
        }
    }
}
