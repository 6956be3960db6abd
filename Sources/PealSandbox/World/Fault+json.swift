public import PealCore

/// A fault that was not written as `POST /sandbox/faults` wants it.
public struct FaultError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The error's code.
    public let code = "invalid-fault"
    /// What is wrong.
    public let message: String

    init(_ message: String) { self.message = message }

    /// Code and message.
    public var description: String { "\(code): \(message)" }

    /// Equal when the same thing is wrong.
    public static func == (left: Self, right: Self) -> Bool { left.message == right.message }
}

extension Fault {
    /// Reads `{provider, match?, answer{status, reason, retryAfter, body, accepted}, delayMs, reset, times, probability}`.
    ///
    /// `match` is text that stands in the request, or an object of `endpoint, text, token, title, type, phone`; `reset`
    /// is `true`, `"before-accept"`, `"after-accept"`, `"truncated"`, `"goaway"` or `"silent"`; `retryAfter` is a number of seconds
    /// or the header's text; `accepted` takes the push although the answer says otherwise.
    /// - Throws: ``FaultError``.
    public init(json: JSONValue) throws {
        guard let members = json.object else { throw FaultError("a fault is an object") }
        let known: Set = ["provider", "match", "answer", "delayMs", "reset", "times", "probability"]
        if let other = members.keys.sorted().first(where: { !known.contains($0) }) {
            throw FaultError("unknown member \(other)")
        }
        self.init()
        provider = try members.text("provider").map { ProviderID(rawValue: $0) }
        if let value = members["match"] { match = try FaultMatch(json: value) }
        if let value = members["answer"], value != .null {
            answer = try Answer(json: value)
            isAccepted = value.object?["accepted"] == .bool(true)
        }
        if let delayMs = try members.integer("delayMs", in: 0...600_000) { delay = .milliseconds(delayMs) }
        times = try members.integer("times", in: 1...1_000_000).map { Int($0) }
        reset = try Self.reset(members["reset"])
        switch members["probability"] {
        case nil, .null: break
        case .integer(let value) where (0...1).contains(value): probability = Double(value)
        case .number(let value) where (0...1).contains(value): probability = value
        default: throw FaultError("probability is a number from 0 to 1")
        }
        guard answer != nil || reset != nil || delay > .zero else {
            throw FaultError("a fault needs an answer, a reset or a delay")
        }
    }

    private static func reset(_ value: JSONValue?) throws -> Reset? {
        switch value {
        case nil, .null, .bool(false): return nil
        case .bool(true): return .beforeAccept
        case .string(let name):
            if let reset = Reset(rawValue: name) { return reset }
            fallthrough
        default: throw FaultError("reset is true, before-accept, after-accept, truncated, goaway or silent")
        }
    }
}

extension Fault.Answer {
    fileprivate init(json: JSONValue) throws {
        guard let members = json.object, let status = try members.integer("status", in: 200...599) else {
            throw FaultError("answer is an object with a status")
        }
        let retryAfter: String? =
            if case .integer(let seconds) = members["retryAfter"] { String(seconds) } else {
                try members.text("retryAfter")
            }
        self.init(
            status: Int(status),
            reason: try members.text("reason"),
            retryAfter: retryAfter,
            body: try members.text("body")
        )
    }
}

extension FaultMatch {
    fileprivate init(json: JSONValue) throws {
        switch json {
        case .null: self.init()
        case .string(let text): self.init(text: text)
        case .object(let members):
            self.init(
                endpoint: try members.text("endpoint") ?? "send",
                text: try members.text("text"),
                token: try members.text("token"),
                title: try members.text("title"),
                type: try members.text("type"),
                phone: try members.text("phone")
            )
        default: throw FaultError("match is text or an object")
        }
    }
}

extension [String: JSONValue] {
    fileprivate func text(_ name: String) throws -> String? {
        switch self[name] {
        case nil, .null: return nil
        case .string(let text) where text.utf8.count <= 4096 && !text.utf8.contains(where: { $0 < 0x20 }): return text
        default: throw FaultError("\(name) is text of one line")
        }
    }

    fileprivate func integer(_ name: String, in range: ClosedRange<Int64>) throws -> Int64? {
        switch self[name] {
        case nil, .null: return nil
        case .integer(let value) where range.contains(value): return value
        default: throw FaultError("\(name) is a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
    }
}
