public import PealCore
public import PealProviderKit

/// Speaks notifications over the radio: a channel in as few lines as one needs.
public struct RadioNotifier: Notifier {
    private let settings: RadioSettings
    private let transport: HTTPTransport

    init(_ settings: RadioSettings, _ transport: HTTPTransport) {
        self.settings = settings
        self.transport = transport
    }

    /// The channel.
    public var channel: Channel { Self.traits.id }
    /// The station names no number.
    public var limits: QueueLimits { QueueLimits() }

    /// Sends the notice in a request of its own.
    public func send(_ notice: Notice) async -> SendOutcome {
        var json = JSONWriter()
        json.object { json in
            json.member("to", notice.address)
            json.member("title", notice.title)
            json.member("body", notice.body)
            json.member("link", notice.link)
            json.member("locale", notice.locale)
            json.member("type", notice.type.rawValue)
            json.member("tag", notice.tag)
            json.member("priority", notice.priority.rawValue)
            json.member("ttl", notice.timeToLive.components.seconds)
        }
        switch await send("/speak", json.bytes) {
        case .notSent(let reason): return .unavailable(reason: reason, retryAfter: nil)
        case .answerLost(let reason): return .unknown(reason: reason)
        case .answered(let answer):
            let reason = answer.header("reason").flatMap(ReasonCode.safe) ?? "HTTP_\(answer.status)"
            return switch answer.status {
            case 200..<300: .accepted(receipt: nil)
            case 401: .rejected(reason: reason, scope: .configuration)
            case 410: .gone(reason: reason, since: nil)
            case 429: .throttled(reason: reason, retryAfter: nil, scope: .sender)
            case 500...: .unavailable(reason: reason, retryAfter: nil)
            default: .rejected(reason: reason, scope: .message)
            }
        }
    }

    /// The station says whether it knows the key.
    public func checkCredentials() async -> CredentialCheck {
        switch await send("/key", []) {
        case .notSent(let reason), .answerLost(let reason): .unreachable(reason: reason)
        case .answered(let answer):
            answer.status == 200 ? .accepted : .refused(reason: answer.header("reason") ?? "HTTP_\(answer.status)")
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
}
