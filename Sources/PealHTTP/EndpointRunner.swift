import HTTPTypes
import Hummingbird
import HummingbirdCore
import PealCatalog
import PealCore
import PealEngine
import PealWire

/// Takes a request through caller, limit, body and idempotency to its handler, in this order and for every route.
struct EndpointRunner: Sendable {
    let services: APIServices
    let cursors: CursorCodec
    let idempotency: IdempotencyGuard
    /// Whether calls that anybody may make are counted by their address; not at the listener of `admin`.
    let countsLookups: Bool

    func run(_ endpoint: Endpoint, _ request: Request, _ context: AppContext) async throws -> Response {
        context.trail.route = endpoint.route
        if let expectation = request.headers[.expect], expectation.lowercased() != "100-continue" {
            throw Problem(.invalid, "the only expectation that is known is 100-continue", status: 417)
        }
        let beganAt = services.uptime()
        let address = services.address(of: request, context)
        let admission = try await admission(to: endpoint, request, context, address)
        return try await incoming(
            request,
            context,
            endpoint.route,
            address,
            beganAt,
            admission
        ) { call in
            switch admission.handler {
            case .open(let handle): try await handle(call)
            case .openTagged(let handle): try await handle(call).tagged(for: call.headers)
            case .known(let handle, by: let credential): try await answer(call, credential, handle)
            }
        }
    }

    /// How a call that may be made now is read and answered.
    private struct Admission {
        let handler: Handler
        let refusesUnknownMembers: Bool
        var forgivesHints = false

        enum Handler {
            case open(@Sendable (IncomingCall) async throws -> APIResponse)
            case openTagged(@Sendable (IncomingCall) async throws -> APIResponse)
            case known(@Sendable (APIRequest) async throws -> APIResponse, by: Credential)
        }
    }

    /// Checks where a call comes from, who makes it and how often.
    private func admission(
        to endpoint: Endpoint,
        _ request: Request,
        _ context: AppContext,
        _ address: ClientAddress
    ) async throws -> Admission {
        switch endpoint.handler {
        case .open(let handle):
            let isSandbox = endpoint.route.access == .sandbox
            if isSandbox { try LoopbackGuard.check(request.head) }
            if endpoint.route == .openAPI || endpoint.route == .pageSession {
                try limit(services.limiter.take(address), context)
            } else if countsLookups, !isSandbox {
                try services.admitLookup(from: address, context.trail)
            }
            // Probes may add parameters of their own to calls that anyone may make.
            return Admission(handler: .open(handle), refusesUnknownMembers: isSandbox)
        case .either(known: _, open: let handle) where request.headers[.authorization] == nil:
            try limit(services.limiter.take(address), context)
            return Admission(handler: .openTagged(handle), refusesUnknownMembers: false)
        case .known(let handle), .either(known: let handle, open: _):
            let credential = try await credential(request, context, address, endpoint.route)
            let caller = credential.caller
            context.trail.app = caller.app
            try limit(services.limiter.take(caller), context)
            try caller.check(endpoint.route)
            return Admission(
                handler: .known(handle, by: credential),
                refusesUnknownMembers: caller.isBackend,
                forgivesHints: !caller.isBackend
            )
        }
    }

    /// Who calls; a call without a valid credential is counted, and limited by its address.
    ///
    /// A valid credential is never limited by its address: others behind the same proxy cannot lock its holder out.
    private func credential(
        _ request: Request,
        _ context: AppContext,
        _ address: ClientAddress,
        _ route: APIRoute
    ) async throws -> Credential {
        do {
            switch route.access {
            case .userOrTicket: return try await services.liveCredential(request.headers, query: request.uri.query)
            case .userActionOrBackend:
                let known = try await services.actionCredentials.credential(request.headers, on: context.parameters)
                if let known { return known }
            default: break
            }
            return try await services.authenticator.caller(request.headers)
        } catch let failure as CredentialFault.Failure {
            services.failures.note(failure.fault, from: address)
            try limit(services.limiter.take(address), context)
            throw failure
        }
    }

    private func limit(_ status: RateLimitStatus, _ context: AppContext) throws(Problem) {
        context.trail.rate = status
        guard status.verdict.isAllowed else { throw status.problem }
    }

    private func answer(
        _ call: IncomingCall,
        _ credential: Credential,
        _ handle: @Sendable (APIRequest) async throws -> APIResponse
    ) async throws -> APIResponse {
        guard let ticket = try ticket(for: call, credential.caller) else {
            let answer = try await handle(APIRequest(call: call, credential: credential, ticket: nil, cursors: cursors))
            services.engine.metrics.ignored(answer.ignored, app: credential.caller.app)
            return call.route.isPolled ? answer.tagged(for: call.headers) : answer
        }
        return try await idempotency.run(ticket, storesAnswer: !call.route.storesOwnAnswer) {
            let request = APIRequest(call: call, credential: credential, ticket: ticket, cursors: cursors)
            let answer = try await handle(request)
            services.engine.metrics.ignored(answer.ignored, app: credential.caller.app)
            return answer
        }
    }

    private func ticket(for call: IncomingCall, _ caller: Caller) throws(Problem) -> IdempotencyTicket? {
        guard caller.isBackend, call.route.method == .post else { return nil }
        let headers = call.headers[values: .idempotencyKey]
        guard let header = headers.first else { return nil }
        guard headers.count == 1 else {
            throw Problem(
                .invalid,
                status: 400,
                errors: [FieldProblem("appears more than once", at: "header:Idempotency-Key")]
            )
        }
        let query = call.query
        let isDryRun = call.route == .submitTrigger && query.flag("dryRun")
        // A misspelt parameter is refused before a stored answer could hide it.
        try query.finish()
        // A dry run has no effect, so there is nothing to repeat.
        guard !isDryRun else { return nil }
        return try IdempotencyTicket(
            header: header,
            app: caller.app,
            operation: "\(call.route.method.rawValue) \(call.path)",
            requestHash: call.fingerprint,
            user: (call.parameters["userId"] ?? call.query.text("user")).map { UserID($0) }
        )
    }

    private func incoming(
        _ request: Request,
        _ context: AppContext,
        _ route: APIRoute,
        _ address: ClientAddress,
        _ beganAt: Duration,
        _ admission: Admission,
        _ answer: (IncomingCall) async throws -> APIResponse
    ) async throws -> Response {
        var parameters: [String: String] = [:]
        for (name, value) in context.parameters {
            guard let text = PercentCoding.decode(value) else {
                throw Problem.invalid("has invalid percent-encoding or is not UTF-8", at: "path:\(name)")
            }
            parameters[String(name)] = text
        }
        let named = parameters
        let answer = try await services.bodies.with(request, route, on: context.channel) { body in
            let call = IncomingCall(
                route: route,
                parameters: named,
                rawQuery: request.uri.query,
                headers: request.headers,
                body: body,
                rules: rules(for: admission),
                isLocal: address.isLocal,
                authority: request.head.authority,
                beganAt: beganAt
            )
            // A call that reads parameters reports these together with its other problems.
            if admission.refusesUnknownMembers, route.query.isEmpty { try call.query.finish() }
            return try await answer(call)
        }
        if case .live(let connection) = answer.content {
            guard request.method != .head else {
                throw Problem(.methodNotAllowed, "a live connection has no answer to HEAD", allow: ["GET"])
            }
            try await connection.attach(to: context.channel)
        }
        return try await (request.method == .head ? answer.measured() : answer).response()
    }
}

extension EndpointRunner {
    private func rules(for admission: Admission) -> ReadingRules {
        ReadingRules(
            refusesUnknownMembers: admission.refusesUnknownMembers,
            forgivesHints: admission.forgivesHints,
            providers: services.engine.ports.providers.installed,
            nearestZone: { ZoneNames.system.nearest(to: $0) },
            spelledZone: { ZoneNames.system.spelled($0) },
            zoneExists: { [zones = services.engine.ports.zones] in zones($0) != nil }
        )
    }
}

extension APIRoute {
    /// Whether clients of users read it again and again.
    fileprivate var isPolled: Bool { method == .get && (access == .userOrBackend || access == .userOrAnyone) }
}
