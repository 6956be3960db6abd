package import PealCore
package import PealEngine
package import PealHTTP

/// What the demo adds to a sandbox: a clock that flows, its page, and what it starts with.
package struct DemoPlan: Sendable {
    /// A file of the page, by its path.
    let page: @Sendable (_ path: String) -> StaticAsset?
    /// Puts what the demo starts with into a sandbox that does not serve yet.
    let start: @Sendable (Sandbox) async throws -> Answers
    /// Ends this run of the demo so that another one starts; `nil` when nothing would start it.
    let reset: WakeUp?

    /// What the page asks while the demo runs.
    package struct Answers: Sendable {
        let scenario: @Sendable () async throws -> JSONValue
        let state: @Sendable (AppID) -> JSONValue

        /// - Parameters:
        ///   - scenario: what `GET /demo/scenario` answers.
        ///   - state: what `GET /demo/state` answers for an app.
        package init(
            scenario: @escaping @Sendable () async throws -> JSONValue,
            state: @escaping @Sendable (AppID) -> JSONValue
        ) {
            self.scenario = scenario
            self.state = state
        }
    }

    /// - Parameters:
    ///   - page: a file of the page, by its path.
    ///   - reset: ends this run so that another one starts; `nil` when nothing would start it.
    ///   - start: puts what the demo starts with.
    package init(
        page: @escaping @Sendable (_ path: String) -> StaticAsset?,
        reset: WakeUp?,
        start: @escaping @Sendable (Sandbox) async throws -> Answers
    ) {
        self.page = page
        self.reset = reset
        self.start = start
    }
}
