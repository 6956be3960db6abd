import PealWire

/// A route and what answers it.
struct Endpoint: Sendable {
    enum Handler: Sendable {
        /// Answers anybody.
        case open(@Sendable (IncomingCall) async throws -> APIResponse)
        /// Answers callers that are known and may make the call.
        case known(@Sendable (APIRequest) async throws -> APIResponse)
        /// Answers callers that are known, and those without a credential in another way.
        case either(
            known: @Sendable (APIRequest) async throws -> APIResponse,
            open: @Sendable (IncomingCall) async throws -> APIResponse
        )
    }

    let route: APIRoute
    let handler: Handler

    init(_ route: APIRoute, use handler: @escaping @Sendable (APIRequest) async throws -> APIResponse) {
        self.route = route
        self.handler = .known(handler)
    }

    init(
        _ route: APIRoute,
        use handler: @escaping @Sendable (APIRequest) async throws -> APIResponse,
        open: @escaping @Sendable (IncomingCall) async throws -> APIResponse
    ) {
        self.route = route
        self.handler = .either(known: handler, open: open)
    }

    init(open route: APIRoute, use handler: @escaping @Sendable (IncomingCall) async throws -> APIResponse) {
        self.route = route
        self.handler = .open(handler)
    }
}
