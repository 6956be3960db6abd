import PealCore
import PealHTTP2
import PealProviderKit

/// Reads what became of a request, and closes the gate of a push service that asks to wait.
struct OutcomeReader: Sendable {
    /// How much of an answer's body is read, in bytes; a longer one counts as none.
    static let bodyLimit = 16_384

    let gate: OriginBackoff
    let now: @Sendable () -> Timestamp
    /// Whether a refusal names the clock where the service's time is another one: not in a sandbox, whose time is its own.
    var comparesDates = false

    /// What a result of the HTTP client means.
    func outcome(of result: HTTPResult, origin: String) -> SendOutcome {
        switch result {
        case .answered(let answer):
            let now = now()
            let outcome = WebPushReasons.read(answer, now: now)
            switch outcome {
            case .throttled(_, let wait?, _): gate.close(origin, for: wait, now: now)
            case .unavailable(_, let wait?) where answer.status == 503: gate.close(origin, for: wait, now: now)
            default: break
            }
            // VAPID's claims are dated: a wrong clock looks like a wrong key.
            guard case .rejected(let reason, .configuration) = outcome else { return outcome }
            let date = comparesDates ? answer.date : nil
            return .rejected(reason: ClockReason.of(reason, date: date, now: now), scope: .configuration)
        case .notSent(GuardedTransport.refusal):
            return .rejected(reason: GuardedTransport.refusal, scope: .device)
        case .notSent(let reason):
            // Not `notProcessed`: that is sent again at once, which a service that is down does not deserve.
            return Task.isCancelled ? .notProcessed(reason: reason) : .unavailable(reason: reason, retryAfter: nil)
        case .answerLost(let reason):
            return .unknown(reason: reason)
        }
    }

    /// What a reply over HTTP/2 means; `nil` when the push service does not speak it.
    func outcome(of reply: HTTP2Reply, origin: String) -> SendOutcome? {
        switch reply {
        case .answered(let answer): outcome(of: HTTPResult.answered(HTTPAnswer(answer)), origin: origin)
        case .notSent(HTTP2Reply.notHTTP2): nil
        case .notSent(let reason): outcome(of: HTTPResult.notSent(reason: reason), origin: origin)
        // What is not processed is sent again at once: at the end of a connection, but not at a host that refuses all streams.
        case .notProcessed(HTTP2Reply.refusedStream):
            .unavailable(reason: HTTP2Reply.refusedStream, retryAfter: nil)
        case .notProcessed(let reason): .notProcessed(reason: reason)
        case .answerLost(let reason): .unknown(reason: reason)
        }
    }
}

extension HTTPAnswer {
    private static let headersRead = [
        "retry-after", "apns-id", "location", "date", WebPushErrorBody.descriptionHeader,
    ]

    /// The headers that are read; the status decides where the body broke off or is too long.
    fileprivate init(_ answer: HTTP2Answer) {
        self.init(
            status: answer.status,
            headers: Self.headersRead.compactMap { name in answer.header(name).map { (name, $0) } },
            body: answer.isComplete && answer.body.count <= OutcomeReader.bodyLimit ? answer.body : []
        )
    }
}
