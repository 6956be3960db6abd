import HTTPTypes
import PealCore

/// A request to the simulator, over whatever version of HTTP.
struct WebPushCall {
    let simulator: WebPushSimulator
    let method: String
    let path: String
    let headers: HTTPFields
    let body: [UInt8]
    /// Whether it came over HTTP/2, and so to that port.
    let isHTTP2: Bool

    /// What a call is about.
    private enum Subject {
        case send(WebPushSend)
        case answer(WebPushAnswer)
    }

    /// The answer, after the delay of a fault.
    func answer() async -> WebPushAnswer {
        switch subject {
        case .send(let send): await send.answer()
        case .answer(let answer): answer
        }
    }

    /// The answer where no fault is in force.
    func answerWithoutFault() -> WebPushAnswer {
        switch subject {
        case .send(let send): send.answer(nil)
        case .answer(let answer): answer
        }
    }

    private var subject: Subject {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        if parts.count == 4, parts[1] == "wp" {
            guard method == "POST" else { return .answer(WebPushAnswer(status: 405)) }
            return .send(
                WebPushSend(
                    simulator: simulator,
                    app: String(parts[2]),
                    id: String(parts[3]),
                    headers: headers,
                    body: body,
                    isHTTP2: isHTTP2
                )
            )
        }
        guard parts.count == 3, parts[1] == "m" else { return .answer(WebPushAnswer(status: 404)) }
        return .answer(method == "DELETE" ? withdraw(String(parts[2])) : WebPushAnswer(status: 405))
    }

    /// A sender withdraws a message (RFC 8030 §6.2).
    private func withdraw(_ message: String) -> WebPushAnswer {
        guard let token = simulator.messages.remove(message) else { return WebPushAnswer(.notFound) }
        simulator.phones.withdraw(provider: .webpush, token: token, message: message)
        return WebPushAnswer(status: 204)
    }
}
