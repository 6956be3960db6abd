import JudgeKit
import PealCore
import PealWire

/// One push that a provider's simulator took, also when its answer was dropped by script.
struct PushCopy: Sendable {
    /// What the device replaces notifications by, and where it went.
    struct Identity: Hashable, Sendable {
        let token: String
        let tag: String
    }

    let identity: Identity
    /// The notification named in the payload, without its prefix.
    let notification: String
    let at: Timestamp
    /// Accepted, and the server was told so.
    let wasAnswered: Bool

    /// Reads an item of the simulator's request log; `nil` for what no phone can have got.
    init?(item: JSONValue) throws {
        let answer = item.object?["answer"]?.object
        guard case .integer(let status)? = answer?["status"] else {
            throw JudgeError(.unexpectedAnswer, "an item of the simulator's request log has no status")
        }
        // Refused, or dropped before it was taken: nothing that a phone can have got.
        guard status == 200 else { return nil }
        let message = item.object?["payload"]?.object?["message"]?.object
        let notification = message?["android"]?.object?["notification"]?.object
        guard let token = message?["token"]?.string, let tag = notification?["tag"]?.string,
            let peal = message?["data"]?.object?["peal"]?.string,
            let id = try JSONParser.parse(Array(peal.utf8)).object?["id"]?.string,
            let at = item.object?["at"]?.string.flatMap({ Timestamp(rfc3339: $0) })
        else { throw JudgeError(.unexpectedAnswer, "an item of the request log lacks token, tag, id or time") }
        identity = Identity(token: token, tag: tag)
        self.notification = String(id.drop(while: { $0 != "_" }).dropFirst())
        self.at = at
        wasAnswered = answer?["reason"]?.string != "answer-lost"
    }
}
