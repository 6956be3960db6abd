import PealCore
import PealEngine
import PealRealtime
import PealWire

/// What live connections are served with.
///
/// Connections share it: copies of it in the frames of each one's task were most of the memory that an idle connection cost.
final class LiveServices: Sendable {
    let inbox: Inbox
    let preferences: PreferenceCenter
    let boards: EtaBoards
    let cursors: LiveCursors
    let authenticator: Authenticator
    let limiter: RateLimiter
    let metrics: LiveMetrics
    let views: LiveViews
    let boardViews: LiveViews
    let threads: ViewedThreads
    let random: @Sendable () -> Double
    let failed: @Sendable (any Error) -> Void

    /// Takes what the engine serves.
    /// - Parameters:
    ///   - engine: reads inboxes, preferences and boards, and knows what users look at.
    ///   - cursors: reads and writes the cursors of clients.
    ///   - authenticator: checks a token that replaces an older one.
    ///   - limiter: counts messages as calls.
    ///   - metrics: counts connections.
    ///   - failed: receives the error when a connection cannot be served.
    init(
        engine: Engine,
        cursors: LiveCursors,
        authenticator: Authenticator,
        limiter: RateLimiter,
        metrics: LiveMetrics,
        failed: @escaping @Sendable (any Error) -> Void
    ) {
        inbox = engine.inbox
        preferences = engine.preferences
        boards = engine.etaBoards
        views = engine.views
        boardViews = engine.boardViews
        threads = engine.viewedThreads
        random = engine.ports.random
        self.cursors = cursors
        self.authenticator = authenticator
        self.limiter = limiter
        self.metrics = metrics
        self.failed = failed
    }

    /// What makes the messages of a channel.
    /// - Throws: ``Problem`` when there is no such channel, or it is not the user's; ``StoreError``.
    func reader(of name: String, for client: StreamClient, at pointer: String) async throws -> any ChannelReader {
        let channel = StreamChannel(rawValue: name)
        if channel == .inbox {
            guard inbox.isOn(client.app) else { throw Problem(.featureOff, "this app has no inbox") }
            return InboxReader(services: self, app: client.app, user: client.user)
        }
        guard let event = channel.etaEvent else {
            let shown = String(name.prefix(80))
            throw Problem.invalid(
                "unknown channel `\(shown)`; the channels are: inbox, event:<id>:eta",
                at: pointer
            )
        }
        guard boards.isOn(client.app) else { throw Problem.etaOff }
        guard try await boards.isHost(client.user, of: event, app: client.app) else { throw EtaController.noEvent }
        return EtaReader(services: self, app: client.app, user: client.user, event: event)
    }

    /// The client with the expiry of another token of the same user.
    /// - Throws: ``Problem`` `unauthenticated` when the token is invalid or of another user.
    func renewed(_ client: StreamClient, by token: String) async throws -> StreamClient {
        let credential: Credential
        do { credential = try await authenticator.user(token) } catch let failure as CredentialFault.Failure {
            throw failure.problem
        }
        guard credential.caller == .endUser(app: client.app, user: client.user), let expiresAt = credential.expiresAt
        else { throw Problem(.unauthenticated, "the token is of another user") }
        return StreamClient(
            app: client.app,
            user: client.user,
            expiresAt: expiresAt,
            issuedAt: credential.issuedAt
        )
    }

    /// Whether a client may send another message now: messages count as calls.
    func mayAsk(_ client: StreamClient) -> Bool {
        limiter.take(.endUser(app: client.app, user: client.user)).verdict.isAllowed
    }

    /// When to come back.
    func retry(after end: StreamEnd) -> Duration { end.retry(random()) }

    /// Counts an end.
    func ended(_ reason: StreamEnd) { metrics.ended(reason) }

    /// The cursor of a position in the log.
    func text(of cursor: EventCursor, for client: StreamClient) throws -> String {
        try cursors.text(of: cursor, app: client.app, user: client.user)
    }

    /// The cursor of a text; `nil` when it was not made for this client.
    func cursor(of text: String, for client: StreamClient) -> EventCursor? {
        cursors.cursor(of: text, app: client.app, user: client.user)
    }
}
