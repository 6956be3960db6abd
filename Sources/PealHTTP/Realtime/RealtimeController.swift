import HTTPTypes
import PealCore
import PealRealtime
import PealWire

/// Live connections of users: tickets, server-sent events and WebSocket on one hub.
struct RealtimeController: Sendable {
    let hub: StreamHub
    let tickets: OneUseTickets
    let origins: AllowedOrigins
    let services: LiveServices
    let now: @Sendable () -> Timestamp
    private let outboxes = LoopOutboxes()

    var endpoints: [Endpoint] {
        [
            Endpoint(.realtimeTicket, use: ticket), Endpoint(.stream, use: stream), Endpoint(.realtime, use: socket),
        ]
    }

    private func ticket(_ request: APIRequest) async throws -> APIResponse {
        guard let text = tickets.issue(request.credential) else {
            throw Problem(.overloaded, "too many tickets are unused", retryAfter: 5)
        }
        let expiresAt = now() + tickets.lifetime
        return .json(status: 201) { writer in
            writer.object { writer in
                writer.member("ticket", text)
                writer.member("expiresAt", expiresAt)
            }
        }
    }

    private func stream(_ request: APIRequest) async throws -> APIResponse {
        let query = request.query
        let names = query.text("channels")?.split(separator: ",").map(String.init) ?? []
        if names.isEmpty { query.add("is required: the channels to follow, such as `inbox`", "channels") }
        try query.finish()
        // What the client received last is newer than what the page was opened with.
        let since = request.call.headers[.lastEventID].flatMap { $0.isEmpty ? nil : $0 } ?? query.text("since")
        var session = try open(request)
        for name in names { try await session.follow(name, since: since, at: "?channels") }
        let opened = session
        let link = link(opened, isSocket: false)
        let connection = LiveConnection(link: link) { writer in
            var (session, output) = (opened, EventStreamOutput(writer: writer, link: link))
            try await output.begin(retry: session.services.retry(after: .failed))
            try await session.run(&output)
        }
        var answer = APIResponse(status: 200, content: .live(connection), contentType: "text/event-stream")
        answer.headers[.accelBuffering] = "no"
        return answer
    }

    private func socket(_ request: APIRequest) async throws -> APIResponse {
        let headers = try SocketHandshake.answer(request.call.headers)
        try checkOrigin(request)
        let opened = try open(request)
        let link = link(opened, isSocket: true)
        let connection = LiveConnection(link: link) { _ in
            var (session, output) = (opened, SocketOutput(link: link))
            try await session.run(&output)
        }
        var answer = APIResponse(status: 101, content: .live(connection), contentType: "")
        answer.headers = headers
        return answer
    }

    private func link(_ session: StreamSession, isSocket: Bool) -> LiveLink {
        LiveLink(
            subscription: session.subscription,
            isSocket: isSocket,
            messageBytes: hub.messageBytes,
            outboxes: outboxes
        )
    }

    private func open(_ request: APIRequest) throws -> StreamSession {
        guard case .endUser(let app, let user) = request.caller, let expiresAt = request.credential.expiresAt else {
            throw Problem(.scopeMissing, "this endpoint needs an end user's token")
        }
        let client = StreamClient(
            app: app,
            user: user,
            expiresAt: expiresAt,
            issuedAt: request.credential.issuedAt
        )
        do throws(StreamRefusal) {
            return StreamSession(subscription: try hub.open(client), services: services, client: client)
        } catch {
            switch error.code {
            case .stopping: throw Problem(.overloaded, "the server is stopping", retryAfter: 5)
            case .connections, .channels:
                throw Problem(
                    .limitReached,
                    "a user has at most \(error.limit) live connections; close one first",
                    retryAfter: 30,
                    limit: "streams"
                )
            }
        }
    }

    /// Pages of other sites may not connect: unlike other calls, a browser lets them.
    ///
    /// React Native on Android makes an origin of the address that it calls, whose host a proxy may have rewritten.
    private func checkOrigin(_ request: APIRequest) throws(Problem) {
        guard let origin = request.call.headers[.origin], !origins.allows(origin, app: request.app) else { return }
        let host = origin.split(separator: "/").last.map(String.init)
        if let host, host == request.call.authority || ForwardedAddress.hosts(request.call.headers).contains(host) {
            return
        }
        throw Problem(.scopeMissing, "this origin is not among the app's origins")
    }
}
