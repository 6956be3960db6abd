package import PealCore

extension SQLStore {
    /// All messages, by their keys.
    package func alertMessages() async throws -> [AlertMessage] {
        try await read { db in try AlertMessageRows.all(db) }
    }

    /// Keeps messages as they are now, and forgets others, in one transaction.
    package func keep(_ messages: [AlertMessage], forgetting forgotten: [AlertMessage.Key]) async throws {
        guard !messages.isEmpty || !forgotten.isEmpty else { return }
        try await writer.perform(.progress) { db in
            for key in forgotten { try AlertMessageRows.delete(key, db) }
            for message in messages { try AlertMessageRows.put(message, db) }
        }
    }
}
