public import PealCore
public import PealStore

extension SQLiteStore: TraceStore {
    /// What spans are made with.
    public func traceFacts(_ question: TraceQuestion, app: AppID) async throws -> TraceFacts {
        try await read { db in try TraceFactRows(app: app).facts(question, db) }
    }
}
