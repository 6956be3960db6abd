import PealCore
import PealGzip
import PealProviderKit

/// Puts requests to Expo on the wire.
struct ExpoWire: Sendable {
    let options: ExpoOptions
    let transport: HTTPTransport
    let now: @Sendable () -> Timestamp

    /// From this size on a body is compressed, as Expo's own client does.
    static let gzipThreshold = 1024
    private static let answerLimit = 1 << 20

    /// Sends messages in one request.
    func send(_ items: [ExpoBatchItem]) async -> ExpoSendReading {
        var body: [UInt8] = []
        body.reserveCapacity(items.reduce(2) { $0 + $1.json.count + 1 })
        for item in items {
            body.append(UInt8(ascii: body.isEmpty ? "[" : ","))
            body += item.json
        }
        body.append(UInt8(ascii: "]"))
        switch await post(body, to: options.sendURL) {
        case .answered(let answer): return ExpoSendReading(answer, tokens: items.map(\.token), now: now())
        case .notSent(let reason):
            // Not `notProcessed`: that is sent again at once, which a service that is down does not deserve.
            return .all(
                Task.isCancelled ? .notProcessed(reason: reason) : .unavailable(reason: reason, retryAfter: nil)
            )
        case .answerLost(let reason): return .all(.unknown(reason: reason))
        }
    }

    func post(_ body: [UInt8], to url: String) async -> HTTPResult {
        var headers = [
            (name: "Content-Type", value: "application/json"), (name: "Accept", value: "application/json"),
            // Expo asks for it; the transport's client unpacks.
            (name: "Accept-Encoding", value: "gzip, deflate"),
        ]
        if let accessToken = options.accessToken {
            headers.append((name: "Authorization", value: "Bearer \(accessToken)"))
        }
        var body = body
        if body.count > Self.gzipThreshold, let small = Gzip.compress(body) {
            body = small
            headers.append((name: "Content-Encoding", value: "gzip"))
        }
        return await transport.send(
            HTTPCall(url: url, headers: headers, body: body, timeout: options.timeout, bodyLimit: Self.answerLimit)
        )
    }
}
