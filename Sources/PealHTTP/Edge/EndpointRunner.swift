import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore
import PealCrypto
import PealWire

/// Takes a request through caller, body and idempotency to its handler, in this order and for every route.
struct EndpointRunner: Sendable {
    let services: APIServices
    let cursors: CursorCodec
    let idempotency: IdempotencyGuard

    func run(_ endpoint: Endpoint, _ request: Request, _ context: AppContext) async throws -> Response {
        switch endpoint.handler {
        case .open(let handle):
            if endpoint.route.access == .sandbox { try LoopbackGuard.check(request.head) }
            let call = try await incoming(request, context, endpoint.route, refusesUnknownMembers: true)
            return try await handle(call).response()
        case .known(let handle):
            let caller = try await services.authenticator.caller(request.headers)
            context.trail.app = caller.app
            try caller.check(endpoint.route.access)
            let call = try await incoming(request, context, endpoint.route, refusesUnknownMembers: caller.isBackend)
            return try await answer(call, caller, handle).response()
        }
    }

    private func answer(
        _ call: IncomingCall,
        _ caller: Caller,
        _ handle: @Sendable (APIRequest) async throws -> APIResponse
    ) async throws -> APIResponse {
        guard let ticket = try ticket(for: call, caller) else {
            return try await handle(APIRequest(call: call, caller: caller, ticket: nil, cursors: cursors))
        }
        return try await idempotency.run(ticket, storesAnswer: !call.route.storesOwnAnswer) {
            try await handle(APIRequest(call: call, caller: caller, ticket: ticket, cursors: cursors))
        }
    }

    private func ticket(for call: IncomingCall, _ caller: Caller) throws(Problem) -> IdempotencyTicket? {
        // A dry run has no effect, so there is nothing to repeat.
        guard caller.isBackend, call.route.method == .post, let header = call.headers[.idempotencyKey],
            !call.query.flag("dryRun")
        else { return nil }
        return try IdempotencyTicket(
            header: header,
            app: caller.app,
            operation: "\(call.route.method.rawValue) \(call.path)",
            requestHash: Digest.sha256(call.body)
        )
    }

    private func incoming(
        _ request: Request,
        _ context: AppContext,
        _ route: APIRoute,
        refusesUnknownMembers: Bool
    ) async throws -> IncomingCall {
        var parameters: [String: String] = [:]
        for (name, value) in context.parameters {
            // A name that cannot be decoded names nothing.
            guard let text = PercentCoding.decode(value) else { throw Problem(.notFound) }
            parameters[String(name)] = text
        }
        return IncomingCall(
            route: route,
            path: request.uri.path,
            parameters: parameters,
            rawQuery: request.uri.query,
            headers: request.headers,
            body: route.hasNoBody(request.headers) ? [] : try await body(of: request, route),
            rules: ReadingRules(refusesUnknownMembers: refusesUnknownMembers) { [zones = services.zones] in
                zones($0) != nil
            }
        )
    }

    private func body(of request: Request, _ route: APIRoute) async throws -> [UInt8] {
        guard let limit = route.bodyLimit else { return [] }
        switch route.media {
        case .json: try JSONMediaType.check(request.headers[.contentType])
        case .yaml: try YAMLMediaType.check(request.headers[.contentType])
        }
        if let length = request.headers[.contentLength].flatMap(Int.init), length > limit { throw Self.tooLarge(limit) }
        do {
            let buffer = try await request.body.collect(upTo: limit)
            return Array(buffer.readableBytesView)
        } catch is NIOTooManyBytesError {
            throw Self.tooLarge(limit)
        }
    }

    private static func tooLarge(_ limit: Int) -> Problem {
        Problem(.bodyTooLarge, "the body is larger than \(limit / 1024) KiB")
    }
}

extension APIRoute {
    /// Whether a request leaves out a body that need not say anything.
    fileprivate func hasNoBody(_ headers: HTTPFields) -> Bool {
        self == .resumeTrigger && headers[.contentType] == nil && headers[.transferEncoding] == nil
            && (headers[.contentLength] ?? "0") == "0"
    }
}
