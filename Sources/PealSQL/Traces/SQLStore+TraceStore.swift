package import PealCore

extension SQLStore {
    /// What spans are made with.
    package func traceFacts(_ question: TraceQuestion, app: AppID) async throws -> TraceFacts {
        try await read { db in try TraceFactRows(app: app).facts(question, db) }
    }
}
