import HTTPTypes
import PealCore

/// One `POST` to a subscription's endpoint.
struct WebPushSend {
    let simulator: WebPushSimulator
    let app: String
    let id: String
    let headers: HTTPFields
    let body: [UInt8]
    let isHTTP2: Bool

    /// The longest a message is kept.
    private static let longestKept: Int64 = 30 * 24 * 3600

    /// What is known of a request before it is judged.
    private struct Push {
        var browser: BrowserSubscriptions.Browser?
        var token: String?
        var text: [UInt8]?
        var timeToLive: Int64 = 0
        var topic: String?
    }

    /// The answer, after the delay of a fault.
    func answer() async -> WebPushAnswer {
        let push = read()
        let fault =
            simulator.faults.isEmpty ? nil : simulator.faults.take(for: subject(push), provider: .webpush)
        if let fault, fault.delay > .zero { try? await simulator.world.wait(fault.delay) }
        return answer(push, fault)
    }

    /// The answer when no fault has a delay.
    func answer(_ fault: Fault?) -> WebPushAnswer { answer(read(), fault) }

    private func answer(_ push: Push, _ fault: Fault?) -> WebPushAnswer {
        if let fault {
            if fault.reset == .beforeAccept || fault.reset == .goAway || fault.reset == .silent {
                record(push, status: 0, reason: "reset")
                return .reset
            }
            if let answer = fault.answer, answer.status >= 300 {
                if fault.isAccepted, (try? check(push)) != nil { _ = deliver(push) }
                record(push, status: answer.status, reason: answer.reason)
                return WebPushAnswer(answer)
            }
        }
        do {
            try check(push)
        } catch {
            record(push, status: error.status, reason: error.reason)
            return WebPushAnswer(error)
        }
        let message = deliver(push)
        let losesAnswer = fault?.reset == .afterAccept
        recordAccepted(push, reason: losesAnswer ? "answer-lost" : nil)
        if losesAnswer { return .reset }
        var answer = WebPushAnswer(
            location: simulator.location(of: message, isHTTP2: isHTTP2),
            timeToLive: min(push.timeToLive, Self.longestKept)
        )
        answer.isTruncated = fault?.reset == .truncated
        return answer
    }

    private func read() -> Push {
        guard let browser = simulator.subscriptions.browser(app: app, id: id) else { return Push() }
        var push = Push(
            browser: browser,
            token: simulator.token(app: app, id: id, browser: browser, isHTTP2: isHTTP2)
        )
        if body.isEmpty {
            push.text = []
        } else if let content = EncryptedContent(body),
            let inputKey = EncryptedContent.inputKey(
                privateKey: browser.privateKey,
                publicBytes: browser.publicBytes,
                auth: browser.auth,
                senderBytes: content.keyID
            )
        {
            push.text = content.open(inputKey: inputKey)
        }
        push.timeToLive = header("TTL").flatMap { Self.seconds($0) } ?? 0
        push.topic = header("Topic")
        return push
    }

    /// Why the push is not taken.
    private func check(_ push: Push) throws(WebPushRefusal) {
        guard body.count <= 4096 else { throw .tooLarge }
        guard let browser = push.browser, let token = push.token else { throw .notFound }
        if simulator.phones.isGone(provider: .webpush, token: token) { throw .gone }
        try simulator.vapid.admit(
            headers[.authorization],
            audiences: simulator.audiences,
            senderMark: browser.senderMark
        )
        guard let ttl = header("TTL") else { throw .noTTL }
        guard Self.seconds(ttl) != nil else { throw .badTTL }
        if let urgency = header("Urgency"), !["very-low", "low", "normal", "high"].contains(urgency) {
            throw .badUrgency
        }
        if let topic = header("Topic"), !(1...32).contains(topic.utf8.count) || !Base64URL.isAlphabet(topic) {
            throw .badTopic
        }
        // A push without content wakes the service worker, and has nothing to encrypt (RFC 8030 §5).
        guard body.isEmpty || headers[.contentEncoding] == "aes128gcm" else { throw .noEncoding }
        guard push.text != nil else { throw .undecipherable }
    }

    /// Hands the message to the phone, and answers its name.
    private func deliver(_ push: Push) -> String {
        let message = String(simulator.world.random(), radix: 36) + String(simulator.world.random(), radix: 36)
        guard let token = push.token, let text = push.text else { return message }
        let now = simulator.world.now()
        simulator.messages.store(message, token: token)
        simulator.phones.receive(provider: .webpush, token: token) { _ in
            var arrival = PhoneArrival(webPush: text, topic: push.topic, timeToLive: push.timeToLive, now: now)
            arrival.message = message
            return arrival
        }
        return message
    }

    private func header(_ name: String) -> String? {
        // Two of one kind are joined by a comma, which none of these may hold.
        HTTPField.Name(name).flatMap { headers[$0] }
    }

    /// Digits alone; a number too large for any clock counts as the largest.
    private static func seconds(_ text: String) -> Int64? {
        guard !text.isEmpty, text.utf8.allSatisfy(\.isASCIIDigit) else { return nil }
        return min(Int64(text) ?? Int64(Int32.max), Int64(Int32.max))
    }

    private func subject(_ push: Push) -> FaultSubject {
        let members = push.text.flatMap { JSONText.parse($0)?.object }
        return FaultSubject(
            endpoint: "send",
            body: push.text ?? body,
            token: push.token,
            title: members?["title"]?.string,
            type: members?["peal"]?.object?["type"]?.string,
            phone: push.token.flatMap { simulator.phones.phone(provider: .webpush, token: $0) }
        )
    }

    private func recordAccepted(_ push: Push, reason: String?) {
        guard simulator.requestLog.detail == .lean else { return record(push, status: 201, reason: reason) }
        let arrival = PhoneArrival(
            webPush: push.text ?? [],
            topic: push.topic,
            timeToLive: push.timeToLive,
            now: simulator.world.now()
        )
        simulator.requestLog.record(
            RequestLog.LeanEntry(
                at: arrival.at,
                token: id,
                tag: arrival.tag ?? "",
                notification: arrival.peal["id"]?.string ?? ""
            )
        )
    }

    private func record(_ push: Push, status: Int, reason: String?) {
        let isFull = simulator.requestLog.detail == .full
        simulator.requestLog.record(
            RequestLogEntry(
                provider: .webpush,
                phoneID: push.token.flatMap { simulator.phones.phone(provider: .webpush, token: $0) },
                at: simulator.world.now(),
                headers: isFull ? maskedHeaders : [],
                payload: isFull ? push.text ?? [] : [],
                status: status,
                reason: reason
            )
        )
    }

    private var maskedHeaders: [(name: String, value: String)] {
        headers.map { (name: $0.name.canonicalName, value: $0.name == .authorization ? "vapid ***" : $0.value) }
    }
}
