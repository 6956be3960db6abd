import PealCore
import PealRealtime
import PealWire

extension StreamSession {
    /// The operations of a client.
    private enum Operation: String, CaseIterable { case subscribe, unsubscribe, token, viewing, ping }

    /// Does what a client asks for.
    /// - Parameter text: a message of the client.
    /// - Returns: the answers; `nil` when the message is none of the protocol, and the connection is to end.
    /// - Throws: what the store says.
    mutating func obey(_ text: [UInt8]) async throws -> [StreamFrame]? {
        guard let message = try? JSONParser.parse(text), let members = message.object,
            let name = members["op"]?.string
        else { return nil }
        guard services.mayAsk(client) else {
            subscription.end(.flooding)
            return []
        }
        guard let operation = Operation(rawValue: name) else {
            let known = Operation.allCases.map(\.rawValue).joined(separator: ", ")
            return [Self.refusal(Problem.invalid("unknown op; the ops are \(known)", at: "/op"), of: name)]
        }
        do {
            return try await obey(operation, members)
        } catch let problem as Problem {
            return [Self.refusal(problem, of: name)]
        }
    }

    private mutating func obey(_ operation: Operation, _ members: [String: JSONValue]) async throws -> [StreamFrame] {
        switch operation {
        case .subscribe:
            let channel = try Self.text("channel", of: members)
            // The answer comes with the first batch: it says from where the channel is followed.
            try await follow(channel, since: try Self.optionalText("since", of: members), at: "/channel")
            return []
        case .unsubscribe:
            let channel = try Self.text("channel", of: members)
            guard leave(channel) else { throw Problem.invalid("is not subscribed to", at: "/channel") }
            return [Self.answer("unsubscribed") { $0.member("channel", channel) }]
        case .token:
            client = try await services.renewed(client, by: try Self.text("jwt", of: members))
            subscription.renew(as: client)
            return [Self.answer("token") { [client] in $0.member("expiresAt", client.expiresAt) }]
        case .viewing:
            let thread = try Self.optionalText("thread", of: members)
            await show(thread)
            return [Self.answer("viewing") { $0.member("thread", orNull: thread) }]
        case .ping:
            let cursor = try endText()
            return [Self.answer("pong") { $0.member("cursor", cursor) }]
        }
    }

    private static func text(_ name: String, of members: [String: JSONValue]) throws(Problem) -> String {
        guard let text = try optionalText(name, of: members) else {
            throw Problem.invalid("is required", at: "/\(name)")
        }
        return text
    }

    /// A text; `null` is none.
    private static func optionalText(_ name: String, of members: [String: JSONValue]) throws(Problem) -> String? {
        switch members[name] {
        case nil, .null?: return nil
        case .string(let text)? where !text.isEmpty && text.utf8.count <= 8192: return text
        default: throw Problem.invalid("must be a text of 1 to 8192 bytes", at: "/\(name)")
        }
    }

    private static func answer(_ name: String, _ members: (inout JSONWriter) -> Void) -> StreamFrame {
        .answer(
            JSONWriter.bytes { writer in
                writer.object { writer in
                    writer.member("op", name)
                    members(&writer)
                }
            }
        )
    }

    /// What was wrong with a message; the connection goes on.
    private static func refusal(_ problem: Problem, of operation: String) -> StreamFrame {
        answer("error") { writer in
            writer.member("of", String(operation.prefix(40)))
            writer.member("code", problem.code.rawValue)
            writer.member("detail", problem.detail ?? problem.errors.first?.detail ?? problem.code.title)
            writer.member("pointer", problem.errors.first?.pointer)
        }
    }
}
