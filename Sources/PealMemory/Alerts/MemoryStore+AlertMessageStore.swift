public import PealCore
public import PealStore

extension MemoryStore: AlertMessageStore {
    /// All messages, by their keys.
    public func alertMessages() async throws -> [AlertMessage] {
        read { contents in contents.alertMessages.values.sorted { $0.key < $1.key } }
    }

    /// Keeps messages as they are now, and forgets others, in one transaction.
    public func keep(_ messages: [AlertMessage], forgetting forgotten: [AlertMessage.Key]) async throws {
        guard !messages.isEmpty || !forgotten.isEmpty else { return }
        try await write { contents in
            for key in forgotten { contents.alertMessages[key] = nil }
            for message in messages { contents.alertMessages[message.key] = message }
        }
    }
}
