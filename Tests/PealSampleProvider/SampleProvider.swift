public import PealCore
public import PealProviderKit

/// The client of a push service that exists in tests only: what a new provider needs, and no more.
public struct SampleProvider: PushProvider {
    /// The push service.
    public let id = Self.traits.id
    /// It names no limits.
    public let limits = QueueLimits()
    private let settings: SampleSettings
    private let transport: HTTPTransport

    init(_ settings: SampleSettings, _ transport: HTTPTransport) throws {
        guard settings.key.hasPrefix("sample-") else { throw SampleProblem(description: "the key is not one of ours") }
        self.settings = settings
        self.transport = transport
    }

    /// Addresses begin with the service's name.
    public static func problem(withToken token: String) -> String? {
        token.hasPrefix("sample:") ? nil : "an address of the sample service begins with sample:"
    }

    /// Addresses begin with the service's name.
    public func problem(withToken token: String) -> String? { Self.problem(withToken: token) }

    /// Sends each message in a request of its own.
    public func submit(_ batch: PushBatch, into sink: OutcomeSink) async {
        await batch.sendEach(atMost: 10, into: sink) { await outcome(of: $0.message) }
    }

    /// Asks for nothing but the key's owner.
    public func checkCredentials() async -> CredentialCheck {
        switch await send("/owner", []) {
        case .answered(let answer) where answer.status < 300: .accepted
        case .answered(let answer): .refused(reason: Self.reason(of: answer))
        case .notSent(let reason), .answerLost(let reason): .unreachable(reason: reason)
        }
    }

    private func outcome(of message: PushMessage) async -> SendOutcome {
        switch await send("/push", Self.body(of: message)) {
        case .notSent(let reason): .unavailable(reason: reason, retryAfter: nil)
        case .answerLost(let reason): .unknown(reason: reason)
        case .answered(let answer):
            switch answer.status {
            case 200..<300: .accepted(receipt: nil)
            case 401: .rejected(reason: Self.reason(of: answer), scope: .configuration)
            case 410: .gone(reason: Self.reason(of: answer), since: nil)
            case 429: .throttled(reason: Self.reason(of: answer), retryAfter: nil, scope: .sender)
            case 500...: .unavailable(reason: Self.reason(of: answer), retryAfter: nil)
            default: .rejected(reason: Self.reason(of: answer), scope: .message)
            }
        }
    }

    private func send(_ path: String, _ body: [UInt8]) async -> HTTPResult {
        await transport.send(
            HTTPCall(
                url: settings.endpoint + path,
                headers: [(name: "authorization", value: settings.key)],
                body: body,
                timeout: .seconds(120)
            )
        )
    }

    private static func reason(of answer: HTTPAnswer) -> String { answer.header("reason") ?? "HTTP_\(answer.status)" }

    private static func body(of message: PushMessage) -> [UInt8] {
        var json = JSONWriter()
        json.beginObject()
        json.member("to", message.token)
        if message.isShown {
            json.member("title", message.title)
            json.member("body", message.body)
            json.member("sound", message.sound)
        }
        json.member("collapse", message.collapseKey ?? message.identityTag)
        json.member("ttl", message.timeToLive.components.seconds)
        json.name("peal")
        message.payload.write(to: &json)
        json.endObject()
        return json.bytes
    }
}

/// Settings that no client can be made from.
struct SampleProblem: Error, CustomStringConvertible {
    var description: String
}
