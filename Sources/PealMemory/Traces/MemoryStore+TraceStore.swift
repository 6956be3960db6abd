public import PealCore
public import PealStore

extension MemoryStore: TraceStore {
    /// What spans are made with.
    public func traceFacts(_ question: TraceQuestion, app: AppID) async throws -> TraceFacts {
        read(app) { $0.traceFacts(question) }
    }
}
