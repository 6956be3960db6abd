public import PealCore

/// The body of `POST /sandbox/faults`: what a simulator answers instead of the truth.
public struct SandboxFaultBody: RequestBody, Sendable {
    /// The push service; all when absent.
    public var provider: ProviderID?
    /// A text, or texts by name, that a request must hold.
    public var match: JSONValue?
    /// The status to answer.
    public var status: Int?
    /// The provider's reason to answer: a code, or what it says in words.
    public var reason: String?
    /// The body to answer, in place of the provider's own.
    public var body: String?
    /// The `Retry-After` to answer with, word for word: seconds, or a date.
    public var retryAfter: String?
    /// How long to wait before the answer, in real time.
    public var delay: Duration?
    /// Whether the message is taken although the answer says otherwise.
    public var isAccepted = false
    /// What becomes of the connection.
    public var reset: Reset?
    /// How often; without end when absent.
    public var times: Int?
    /// How likely, 0 to 1.
    public var probability: Double

    /// What becomes of a connection.
    public enum Reset: String, Sendable, CaseIterable {
        /// It is dropped unanswered.
        case before
        /// The message is taken, and the connection dropped before the answer.
        case after
        /// The message is taken, and the answer breaks off in its middle.
        case truncated
        /// HTTP/2 says goodbye; the message was not processed.
        case goAway = "goaway"
    }

    /// How it is read.
    public static var shape: Shape<SandboxFaultBody> {
        .object { object in
            var body = SandboxFaultBody(probability: object.optional("probability", .number(in: 0...1)) ?? 1)
            body.provider = object.optional("provider", .queueName)
            body.match = object.optional("match", .any)
            body.delay = object.optional("delayMs", .integer(in: 0...60_000)).map { .milliseconds($0) }
            body.times = object.optional("times", .integer(in: 1...1_000_000))
            body.reset = object.optional("reset", .reset)
            if let answer = object.optional("answer", .answer) {
                body.status = answer.status
                body.reason = answer.reason
                body.body = answer.body
                body.retryAfter = answer.retryAfter
                body.isAccepted = answer.isAccepted
            }
            return body
        }
    }

    fileprivate struct Answer {
        var status: Int?
        var reason: String?
        var body: String?
        var retryAfter: String?
        var isAccepted: Bool
    }
}

extension Shape where Value == SandboxFaultBody.Answer {
    fileprivate static var answer: Shape {
        .object { object in
            SandboxFaultBody.Answer(
                status: object.optional("status", .integer(in: 200...599)),
                reason: object.optional("reason", .identifier(bytes: 1024)),
                body: object.optional("body", .identifier(bytes: 1024)),
                retryAfter: object.optional("retryAfter", .retryAfter),
                isAccepted: object.optional("accepted", .bool) ?? false
            )
        }
    }
}

extension Shape where Value == SandboxFaultBody.Reset {
    /// `true` is the same as `before`.
    fileprivate static var reset: Shape {
        Shape { json, path in
            switch json {
            case .bool(true): return .before
            case .string(let name):
                let short = name.hasSuffix("-accept") ? String(name.dropLast("-accept".count)) : name
                if let reset = SandboxFaultBody.Reset(rawValue: short) { return reset }
                fallthrough
            default:
                path.report("must be true, \"before\", \"after\", \"truncated\" or \"goaway\"")
                return nil
            }
        }
    }
}

extension Shape where Value == String {
    /// Seconds as a number, or the header's own text.
    fileprivate static var retryAfter: Shape {
        Shape { json, path in
            switch json {
            case .integer(let seconds) where (0...86_400).contains(seconds): return String(seconds)
            case .string(let text)
            where (1...40).contains(text.utf8.count) && text.utf8.allSatisfy { (0x20..<0x7F).contains($0) }:
                return text
            default:
                path.report("must be seconds up to 86400, or an HTTP date")
                return nil
            }
        }
    }
}
