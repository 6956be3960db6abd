public import PealCore

extension Providers {
    /// Their names in quotes, separated by commas, for a message.
    public var quotedNames: String { ids.map { "\"\($0.rawValue)\"" }.joined(separator: ", ") }
}
