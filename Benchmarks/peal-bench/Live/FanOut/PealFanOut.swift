import Foundation
import JudgeKit
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
    var mark: String { #"kind":"notification.created"# }

    /// Events of one request, and users of one event, at most.
    private static let batch = 1_000

    static func start(_ live: LiveServer, caller: HTTPCaller) async throws -> PealFanOut {
        let installation = try live.installation()
        let key = try await installation.createKey(app: live.app)
        let (server, url) = try await installation.startReady()
        guard let port = URL(string: url)?.port else { throw JudgeError(.notReady, "\(url) has no port") }
        return PealFanOut(live: live, server: server, url: url, port: port, key: key, caller: caller)
    }

    func greeting(_ framing: LiveFraming) -> [UInt8] { framing.greeting }

    func requests(_ count: Int, _ kind: FanOutCase, _ framing: LiveFraming) async throws -> [String] {
        let tokens = try await live.tokens(count, perUser: kind.isOneUser ? count : 1)
        return tokens.map { framing.request(token: $0) }
    }

    func publish(to clients: Int, _ kind: FanOutCase, round: Int) async throws {
        let users = (0..<(kind.isOneUser ? 1 : clients)).map { JSONValue.string("user-\($0)") }
        let triggers = stride(from: 0, to: users.count, by: kind == .audience ? Self.batch : 1).map { start in
            JSONValue.object([
                "type": .string("message"), "entity": .string("conversation/\(round)-\(start)"),
                "to": .object([
                    "users": .array(Array(users[start...].prefix(kind == .audience ? Self.batch : 1)))
                ]),
                "data": .object(["sender": .string("Alex"), "preview": .string(Self.text)]),
            ])
        }
        for start in stride(from: 0, to: triggers.count, by: Self.batch) {
            try await caller.call(
                "POST",
                "\(url)/api/v1/triggers/bulk",
                headers: [("authorization", "Bearer \(key)")],
                body: JSONValue.object(["triggers": .array(Array(triggers[start...].prefix(Self.batch)))])
            ).expect(200)
        }
    }

    func stop() async throws { try await server.child.stop() }

    private static let text = String(repeating: "0123456789", count: 30)
}
