public import PealCore

/// Messages about alerts for the destinations of `alertTo`: those that wait, and those that a second one follows (ADR 0068).
public protocol AlertMessageStore: Sendable {
    /// All messages, by their keys.
    func alertMessages() async throws -> [AlertMessage]

    /// Keeps messages as they are now, and forgets others, in one transaction.
    /// - Parameters:
    ///   - messages: the messages; one with the same key is replaced.
    ///   - forgotten: the keys of those that are not needed any more.
    /// - Throws: ``StoreError``.
    func keep(_ messages: [AlertMessage], forgetting forgotten: [AlertMessage.Key]) async throws
}
