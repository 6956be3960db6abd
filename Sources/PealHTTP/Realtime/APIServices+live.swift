import HTTPTypes
import Logging
import PealCore
import PealEngine

extension APIServices {
    /// Live connections of users.
    var realtime: RealtimeController {
        RealtimeController(hub: hub, tickets: tickets, origins: origins, services: live) {
            [clock = engine.ports.clock] in
            clock.now
        }
    }

    /// What live connections are served with.
    var live: LiveServices {
        LiveServices(
            engine: engine,
            cursors: LiveCursors(codec: CursorCodec(keyring: keyring)),
            authenticator: authenticator,
            limiter: limiter,
            metrics: liveMetrics,
            failed: { [logger] in logger.error("a live connection cannot be served", because: $0) }
        )
    }

    /// Who opens a live connection: by a token in a header or a WebSocket subprotocol, or by a ticket.
    /// - Throws: ``CredentialFault/Failure``.
    func liveCredential(_ headers: HTTPFields, query: String?) async throws -> Credential {
        if headers[.authorization] != nil { return try await authenticator.caller(headers) }
        if let token = SocketProtocols(headers).token { return try await authenticator.user(token) }
        guard let text = QueryReader(query).text("ticket") else {
            throw CredentialFault.Failure(
                .missing,
                "send an Authorization header with a token, the WebSocket subprotocol `bearer.<token>`, or ?ticket="
            )
        }
        guard let credential = tickets.redeem(text), let name = credential.caller.name else {
            throw CredentialFault.Failure(.ticket, "this ticket is unknown, used or older than 30 seconds")
        }
        // The token that it was made for may have been revoked since.
        switch try await engine.users.admit(name.user, app: name.app, tokenIssuedAt: credential.issuedAt) {
        case .admitted: return credential
        case .erased: throw CredentialFault.Failure(.erased, "this user was erased")
        case .revoked: throw CredentialFault.Failure(.revoked, "the user's tokens were revoked; sign in again")
        }
    }
}
