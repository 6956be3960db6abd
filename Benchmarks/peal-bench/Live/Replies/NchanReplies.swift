import Foundation
import PealCore

/// nginx with nchan: a reply of the same size is kept in memory, and sent.
struct NchanReplies: ReplyServer {
    static let name = "nchan, nothing is stored"

    let server: NchanFanOut
    let plan: ReplyPlan

    var pid: pid_t { server.pid }
    var port: Int { server.port }

    func requests() async throws -> [String] { try await server.requests(plan.boards, .own, .events) }

    func send(_ reply: BoardReply) async throws {
        let row = JSONValue.object([
            "userId": .string(reply.user), "text": .string(reply.words), "more": .string(Self.rest),
        ])
        let message = JSONValue.object(["data": .object(["participants": .array([row])])])
        try await server.publish(JSONWriter.bytes { $0.value(message) }, to: reply.board)
    }

    /// What else the message of a board has.
    private static let rest = String(repeating: "0123456789", count: 60)
}
