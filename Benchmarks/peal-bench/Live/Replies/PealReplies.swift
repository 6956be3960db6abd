import Foundation
import JudgeKit
import PealCore
import PealCrypto

/// Peal with a board for each event: a reply is an action of a notification, with its token and no session.
struct PealReplies: ReplyServer {
    static let name = "peal"

    private let live: LiveServer
    private let plan: ReplyPlan
    private let backend: ReplyBackend
    private let server: ServerProcess
    private let tokens: ActionTokens
    private let notifications: [String: NotificationID]
    let port: Int

    var pid: pid_t { server.child.pid }

    /// Starts a server with events that the participants were asked about.
    static func start(_ live: LiveServer, _ plan: ReplyPlan, _ caller: HTTPCaller) async throws -> PealReplies {
        let installation = try live.installation()
        let key = try await installation.createKey(app: live.app)
        let (server, url) = try await installation.startReady()
        guard let port = URL(string: url)?.port else { throw JudgeError(.notReady, "\(url) has no port") }
        let backend = ReplyBackend(caller: caller, url: url, key: key)
        let app = AppID(live.app)
        return PealReplies(
            live: live,
            plan: plan,
            backend: backend,
            server: server,
            tokens: ActionTokens([app: [ActionSecret(try RootKey(base64: live.rootKey), app: app)]]),
            notifications: try await backend.put(plan),
            port: port
        )
    }

    func requests() async throws -> [String] {
        try await live.tokens(plan.boards, perUser: 1).enumerated().map { board, token in
            "GET /api/v1/stream?channels=event:\(board):eta HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(token)\r\n"
                + LiveFraming.events.headers + "\r\n"
        }
    }

    func send(_ reply: BoardReply) async throws {
        guard let notification = notifications[reply.user],
            let token = tokens.token(
                for: reply.action,
                of: notification,
                user: UserID(reply.user),
                app: AppID(live.app),
                until: Stopwatch.wallClock + .seconds(3_600)
            )
        else { throw JudgeError(.invalid, "\(reply.user) has no question") }
        try await backend.take(reply.action, of: notification, token: token)
    }

    func stop() async throws { try await server.child.stop() }
}
