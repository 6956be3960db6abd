import PealCore
import PealCrypto
import PealEngine
import PealWire

/// Opens hosted pages for users: a ticket by the app's backend or the user's token, and a session for the ticket.
struct PageController: Sendable {
    /// How long a hosted page may act for its user: a working day.
    ///
    /// Then the app opens it again.
    static let sessionLifetime = Duration.seconds(8 * 3_600)

    let pageTickets: OneUseTickets
    let sessions: PageSessions?
    let publicURL: PublicURL?
    let userFinder: UserFinder
    let users: Users
    let links: AnalyticsLinks
    let now: @Sendable () -> Timestamp

    var endpoints: [Endpoint] {
        [
            Endpoint(.pageTicket, use: ticket), Endpoint(open: .pageSession, use: session),
            Endpoint(.pageLink, use: link),
        ]
    }

    private func link(_ request: APIRequest) async throws -> APIResponse {
        let life = try request.read(PageLinkBody.self).duration ?? AnalyticsLinks.usual
        let link = try await links.make(
            app: request.app,
            life: life,
            by: request.caller.key.map { "\($0)" },
            now: now()
        )
        return .json(status: 201) { writer in
            writer.object { writer in
                writer.member("id", "\(link.id)")
                writer.member("path", "\(publicURL?.path ?? "")\(link.path)")
                writer.member("url", publicURL.map { "\($0.text)\(link.path)" })
                writer.member("expiresAt", link.expiresAt)
            }
        }
    }

    private func ticket(_ request: APIRequest) async throws -> APIResponse {
        let user = try await userFinder.user(request)
        let body = try request.read(PageTicketBody.self)
        guard sessions != nil else { throw Problem(.featureOff, "this server has no hosted pages") }
        let instant = now()
        let credential = Credential(
            caller: .endUser(app: request.app, user: user),
            expiresAt: request.credential.expiresAt,
            // What a backend opens is as old as its call; a revocation after it ends the page.
            issuedAt: request.caller.isBackend ? instant : request.credential.issuedAt
        )
        guard let ticket = pageTickets.issue(credential) else {
            throw Problem(.overloaded, "too many tickets are unused", retryAfter: 5)
        }
        let path = Self.path(of: body, app: request.app)
        return .json(status: 201) { writer in
            writer.object { writer in
                writer.member("ticket", ticket)
                // In the fragment, which a browser does not send, so that no log has it.
                writer.member("path", "\(publicURL?.path ?? "")\(path)#ticket=\(ticket)")
                writer.member("url", publicURL.map { "\($0.text)\(path)#ticket=\(ticket)" })
                writer.member("expiresAt", instant + pageTickets.lifetime)
            }
        }
    }

    private func session(_ call: IncomingCall) async throws -> APIResponse {
        let body: PageSessionBody = try call.read()
        guard let sessions, let credential = pageTickets.redeem(body.ticket),
            let name = credential.caller.name
        else { throw Self.refusal }
        // The token that it was made for may have been revoked since.
        guard try await users.admit(name.user, app: name.app, tokenIssuedAt: credential.issuedAt) == .admitted else {
            throw Self.refusal
        }
        let instant = now()
        let session = PageSessions.Session(
            app: name.app,
            user: name.user,
            // A session is as old as the token behind it, so that revoking tokens ends it.
            issuedAt: credential.issuedAt ?? instant,
            // And no longer: a short token does not become a long session.
            expiresAt: min(instant + Self.sessionLifetime, credential.expiresAt ?? instant + Self.sessionLifetime)
        )
        return .json { writer in
            writer.object { writer in
                writer.member("token", sessions.token(session))
                writer.member("app", name.app.rawValue)
                writer.member("user", name.user.rawValue)
                writer.member("expiresAt", session.expiresAt)
            }
        }
    }

    private static func path(of body: PageTicketBody, app: AppID) -> String {
        let query = body.event.map { "?event=\(PercentCoding.encode($0))" } ?? ""
        return "/p/\(PercentCoding.encode(app.rawValue))/\(body.page.rawValue)\(query)"
    }

    private static let refusal = Problem(.unauthenticated, "this ticket is unknown, was used or has expired")
}
