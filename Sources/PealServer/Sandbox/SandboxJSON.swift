package import PealCore
package import PealSandbox
import PealWire

/// The sandbox's answers as JSON.
package enum SandboxJSON {
    package static func screen(of phone: VirtualPhone, _ screen: PhoneScreen) -> JSONValue {
        .object([
            "notifications": .array(screen.notifications.map(notification)),
            "badge": .integer(Int64(screen.badge)), "sounds": .array(screen.sounds.map { .string($0) }),
            "online": .bool(phone.isOnline), "installed": .bool(phone.isInstalled), "running": .bool(phone.isRunning),
        ])
    }

    /// What an app that stands in for a phone is told of it.
    static func state(_ news: PhoneNews, at now: Timestamp) -> JSONValue {
        .object([
            "op": .string("state"), "online": .bool(news.isOnline), "installed": .bool(news.isInstalled),
            "running": .bool(news.isRunning), "now": .string(now.rfc3339),
        ])
    }

    private static func notification(_ shown: PhoneScreen.Notification) -> JSONValue {
        .object([
            "id": .string(shown.id), "title": .string(shown.title), "body": .string(shown.body),
            "image": shown.image.map { .string($0) } ?? .null,
            "link": .string(shown.link), "thread": shown.thread.map { .string($0) } ?? .null,
            "sound": shown.sound.map { .string($0) } ?? .null, "at": .string(shown.at),
            "actions": .array(
                shown.actions.map { .object(["id": .string($0.id), "title": .string($0.title)]) }
            ),
        ])
    }

    static func tap(_ tap: PhoneTap, _ reply: JSONValue?) -> JSONValue {
        .object([
            "notification": .string(tap.notification), "link": .string(tap.link),
            "action": tap.action.map { .string($0) } ?? .null, "kind": tap.kind.map { .string($0) } ?? .null,
            "payload": tap.payload ?? .null, "reply": reply ?? .null,
        ])
    }
}

extension Fault {
    /// A fault as the sandbox's caller described it.
    init(_ body: SandboxFaultBody) throws {
        var json: [String: JSONValue] = ["probability": .number(body.probability)]
        if let provider = body.provider { json["provider"] = .string(provider.rawValue) }
        if let match = body.match { json["match"] = match }
        if let times = body.times { json["times"] = .integer(Int64(times)) }
        if let delay = body.delay { json["delayMs"] = .integer(delay.wholeMilliseconds) }
        switch body.reset {
        case .before: json["reset"] = .string("before-accept")
        case .after: json["reset"] = .string("after-accept")
        case .truncated: json["reset"] = .string("truncated")
        case .goAway: json["reset"] = .string("goaway")
        case nil: break
        }
        if let status = body.status {
            var answer: [String: JSONValue] = ["status": .integer(Int64(status))]
            if let reason = body.reason { answer["reason"] = .string(reason) }
            if let text = body.body { answer["body"] = .string(text) }
            answer["accepted"] = .bool(body.isAccepted)
            if let wait = body.retryAfter { answer["retryAfter"] = .string(wait) }
            json["answer"] = .object(answer)
        }
        do {
            try self.init(json: .object(json))
        } catch let error as FaultError {
            throw Problem.invalid(error.message, at: "")
        }
    }
}
