import Configuration
import Foundation

/// Reads single values of the configuration and keeps what is wrong with them, so that all is reported at once.
struct ConfigurationValues {
    private let reader: ConfigReader
    private let directory: URL
    /// What is wrong, one sentence each.
    private(set) var problems: [String] = []
    /// Files that secrets were read from, or should have been.
    private(set) var secretFiles: [String] = []

    /// Reads through `reader`; paths are relative to the configuration file's `directory`.
    init(reader: ConfigReader, directory: URL) {
        self.reader = reader
        self.directory = directory
    }

    mutating func report(_ more: [String]) { problems += more }

    /// A text, as it stands.
    func text(_ key: String) -> String? { reader.string(forKey: ConfigKey(key)) }

    /// A list of texts; in the environment they are parted by commas.
    func list(_ key: String) -> [String]? { reader.stringArray(forKey: ConfigKey(key)) }

    /// Whether one of some keys is set.
    func has(_ keys: [String], in section: String) -> Bool {
        keys.contains { text("\(section).\($0)") != nil || list("\(section).\($0)") != nil }
    }

    /// `true` or `false`; another word is a problem, not the default.
    mutating func flag(_ key: String, default fallback: Bool) -> Bool {
        guard let word = text(key)?.lowercased() else { return fallback }
        if ["true", "yes", "on", "1"].contains(word) { return true }
        if !["false", "no", "off", "0"].contains(word) { problems.append("\(key): true or false is needed") }
        return false
    }

    /// A whole number within bounds; a text that is none is a problem, not the default.
    mutating func number(_ key: String, _ range: ClosedRange<Int>) -> Int? {
        guard let text = text(key) else { return nil }
        guard let value = Int(text.replacing("_", with: "")) else {
            problems.append("\(key): a whole number is needed")
            return nil
        }
        if range.contains(value) { return value }
        problems.append("\(key): \(value) is not from \(range.lowerBound) to \(range.upperBound)")
        return nil
    }

    /// A secret in place, or in the file that `…File` names.
    mutating func secret(_ key: String) -> String? {
        guard let path = text("\(key)File") else { return reader.string(forKey: ConfigKey(key), isSecret: true) }
        secretFiles.append(resolve(path))
        return contents(of: path, for: "\(key)File")
    }

    /// What stands in the file that a key names.
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
            problems.append("\(key): \(resolve(path)) cannot be read; check that it exists and who may read it")
            return nil
        }
    }
}
