public import PealCore

extension Providers {
    /// Their names in quotes, separated by commas, for a message.
    public var quotedNames: String { Self.quoted(ids) }

    /// The same with the channels next to push and the inbox.
    public var quotedQueueNames: String { Self.quoted(queueNames) }

    private static func quoted(_ names: [ProviderID]) -> String {
        names.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
    }
}
