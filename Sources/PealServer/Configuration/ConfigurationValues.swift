import Configuration
import Foundation
import PealCore
import PealProviderKit

/// Reads single values of the configuration and collects their problems, so that all are reported together.
struct ConfigurationValues {
    private let source: ConfigurationSource
    private var values: SettingsSection
    /// The problems, one sentence each.
    var problems: [String] { values.problems }
    /// Files that secrets were read from, or should have been.
    var secretFiles: [String] { values.secretFiles }

    /// Reads through `reader`; paths are relative to the configuration file's `directory`.
    init(reader: ConfigReader, directory: URL) {
        source = ConfigurationSource(reader: reader, directory: directory)
        values = SettingsSection("", of: source)
    }

    mutating func report(_ more: [String]) { values.report(named: more) }

    /// Reads one section, and keeps what is wrong with it.
    mutating func section<Value>(_ path: String, _ read: (inout SettingsSection) -> Value) -> Value {
        var section = SettingsSection(path, of: source)
        let value = read(&section)
        values.take(section)
        return value
    }

    /// A text, unchanged.
    func text(_ key: String) -> String? { values.text(key) }

    /// A list of texts; in the environment they are separated by commas.
    func list(_ key: String) -> [String]? { values.list(key) }

    /// Whether one of some keys is set.
    func has(_ keys: [String], in section: String) -> Bool { values.has(keys.map { "\(section).\($0)" }) }

    /// `true` or `false`; another word is a problem, not the default.
    mutating func flag(_ key: String, default fallback: Bool) -> Bool { values.flag(key, default: fallback) }

    /// An integer within bounds; any other text is a problem, not the default.
    mutating func number(_ key: String, _ range: ClosedRange<Int>) -> Int? { values.number(key, range) }

    /// A duration within bounds, as in `90s` or `1h30m`; any other text is a problem, not the default.
    mutating func duration(_ key: String, _ range: ClosedRange<Duration>) -> Duration? {
        guard let text = text(key) else { return nil }
        guard let value = Duration(catalog: text) else {
            values.report("write a duration, such as 10s, 5m or 1h30m", at: key)
            return nil
        }
        if range.contains(value) { return value }
        let (least, most) = (range.lowerBound.catalogText, range.upperBound.catalogText)
        values.report("\(text) is out of range; write \(least) to \(most)", at: key)
        return nil
    }

    /// A secret: the value itself, or the content of the file that `…File` names.
    mutating func secret(_ key: String) -> String? { values.secret(key) }

    /// The content of the file that a key names.
    mutating func file(_ key: String) -> String? { values.file(key) }

    /// A path of the configuration: relative to its file.
    func resolve(_ path: String) -> String { source.path(of: path) }
}
