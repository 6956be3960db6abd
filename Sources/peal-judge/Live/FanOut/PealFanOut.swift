import Foundation
import PealCore

/// Peal with server-sent events of inboxes: an event is accepted, decided about and stored before it is sent.
struct PealFanOut: FanOutServer {
    static let name = "peal"

    let live: LiveServer
    let server: ServerProcess
    let url: String
    let port: Int
    let key: String
    let caller: HTTPCaller

    var pid: pid_t { server.child.pid }
    var mark: String { "event: notification.created" }

    /// Events that one request states.
    private static let batch = 1_000

    static func start(_ live: LiveServer, caller: HTTPCaller) async throws -> PealFanOut {
        let installation = try live.installation()
        let key = try await installation.createKey(app: LiveServer.app)
        let (server, url) = try await installation.startReady()
        guard let port = URL(string: url)?.port else { throw JudgeError(.notReady, "\(url) has no port") }
        return PealFanOut(live: live, server: server, url: url, port: port, key: key, caller: caller)
    }

    func requests(_ count: Int, _ kind: FanOutCase) async throws -> [String] {
        let tokens = try await live.tokens(count, perUser: kind == .shared ? count : 1)
        return tokens.map { LiveFraming.events.request(token: $0) }
    }

    func publish(to clients: Int, _ kind: FanOutCase, round: Int) async throws {
        let users = kind == .shared ? 1 : clients
        for start in stride(from: 0, to: users, by: Self.batch) {
            let triggers = (start..<min(start + Self.batch, users)).map { user in
                JSONValue.object([
                    "type": .string("message"), "entity": .string("conversation/\(round)-\(user)"),
                    "to": .object(["users": .array([.string("user-\(user)")])]),
                    "data": .object(["sender": .string("Alex"), "preview": .string(Self.text)]),
                ])
            }
            let body = JSONValue.object(["triggers": .array(triggers)])
            try await caller.call(
                "POST",
                "\(url)/api/v1/triggers/bulk",
                headers: [("authorization", "Bearer \(key)")],
                body: body
            ).expect(200)
        }
    }

    func stop() async throws { try await server.child.stop() }

    private static let text = String(repeating: "0123456789", count: 30)
}
