/// Where settings are read from: the operator's configuration, or a simulator.
public protocol SettingsSource: Sendable {
    /// A text, unchanged, by the path of its key; a secret one appears in no log of what was read.
    func text(_ key: String, isSecret: Bool) -> String?

    /// A list of texts, by the path of its key.
    func list(_ key: String) -> [String]?

    /// Where a file is that a key names.
    func path(of file: String) -> String

    /// The content of a file that a key names.
    func contents(of file: String) throws(UnreadableFile) -> String
}

/// A file of the configuration that cannot be read.
public struct UnreadableFile: Error, Sendable {
    /// Why, as the end of a sentence.
    public var reason: String

    /// Names the reason.
    public init(reason: String) { self.reason = reason }
}
