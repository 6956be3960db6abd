public import PealCore

/// Reads what traces are made of.
public protocol TraceStore: Sendable {
    /// What spans are made with: what is asked for, and the triggers of its notifications; what is not there any longer is
    /// left out.
    func traceFacts(_ question: TraceQuestion, app: AppID) async throws -> TraceFacts
}
