import HTTPTypes
import PealCore

/// One `POST /--/api/v2/push/send`.
struct ExpoSend {
    let simulator: ExpoSimulator
    let headers: HTTPFields
    let body: [UInt8]

    /// Expo's limit for a request, counting every recipient.
    static let batchLimit = 100
    /// Expo's limit for what a device receives.
    static let sizeLimit = 4096

    func answer() async -> SimulatorAnswer {
        let request = JSONText.parse(body)
        let read = deliveries(of: request)
        let batch = read.deliveries
        let faults = faults(for: batch)
        if let delay = faults.compactMap(\.?.delay).max(), delay > .zero { try? await simulator.world.wait(delay) }
        let drops: [Fault.Reset] = [.beforeAccept, .goAway, .silent]
        if faults.compactMap({ $0?.reset }).contains(where: drops.contains) {
            record(batch, status: 0, reason: "reset")
            return .reset
        }
        let refusal = read.refusal ?? refusal(of: batch)
        if let fault = faults.first(where: { ($0?.answer?.status ?? 0) >= 300 }) ?? nil, let answer = fault.answer {
            let words = ExpoRefusal(answer)
            if fault.isAccepted, refusal == nil { for delivery in batch { delivery.arrive(at: simulator) } }
            record(batch, status: answer.status, reason: words.code)
            return SimulatorAnswer(answer, body: words.body)
        }
        if let refusal {
            record(batch, status: refusal.status, reason: refusal.code)
            return SimulatorAnswer(status: refusal.status, body: refusal.body)
        }
        let isReset = faults.contains { $0?.reset == .afterAccept }
        let isTruncated = faults.contains { $0?.reset == .truncated }
        let tickets = zip(batch, faults).map { delivery, fault in
            ticket(for: delivery, fault, losesAnswer: isReset || isTruncated)
        }
        if isReset { return .reset }
        let isSingle = request?.object?["to"]?.string != nil
        let answer = JSONText.write(.object(["data": isSingle ? tickets[0] : .array(tickets)]))
        return SimulatorAnswer(status: 200, body: isTruncated ? Array(answer.prefix(answer.count / 2)) : answer)
    }

    /// The messages, one for each recipient, as far as they can be read.
    private func deliveries(of request: JSONValue?) -> (deliveries: [ExpoDelivery], refusal: ExpoRefusal?) {
        let isJSON = headers[.contentType]?.hasPrefix("application/json") == true
        guard isJSON, let request, let messages = request.array ?? request.object.map({ [.object($0)] }) else {
            return ([], .notJSON)
        }
        guard !messages.isEmpty else { return ([], .invalid("there must be a message")) }
        var deliveries: [ExpoDelivery] = []
        var refusal: ExpoRefusal?
        for (index, value) in messages.enumerated() {
            guard let message = value.object else {
                refusal = refusal ?? .invalid("[\(index)] must be an object")
                continue
            }
            if let problem = ExpoMessageCheck.problem(with: message) {
                refusal = refusal ?? .invalid("[\(index)] \(problem)")
            }
            guard let recipients = ExpoMessageCheck.recipients(of: message) else {
                refusal = refusal ?? .invalid("[\(index)] \"to\" must be a string or a list of strings")
                deliveries.append(ExpoDelivery(message: message, token: message["to"]?.string ?? ""))
                continue
            }
            for token in recipients { deliveries.append(ExpoDelivery(message: message, token: token)) }
            if deliveries.count > 10 * Self.batchLimit { break }
        }
        if deliveries.count > Self.batchLimit {
            refusal = .tooMany("PUSH_TOO_MANY_NOTIFICATIONS", limit: Self.batchLimit)
        }
        return (deliveries, refusal)
    }

    /// Why readable messages are not taken; `nil` when they are.
    private func refusal(of batch: [ExpoDelivery]) -> ExpoRefusal? {
        var tokens: [String: [String]] = [:]
        for delivery in batch {
            if let project = delivery.project { tokens[project, default: []].append(delivery.token) }
        }
        guard tokens.count <= 1 else { return .projects(tokens) }
        let project = tokens.keys.first
        guard simulator.access.lets(in: headers.bearer, project: project) else { return .unauthorized }
        if let rate = simulator.rate {
            let now = simulator.world.now()
            guard rate.allows(batch.count, project: project ?? "", at: now) else { return .tooManyRequests }
        }
        return nil
    }

    private func faults(for batch: [ExpoDelivery]) -> [Fault?] {
        if simulator.faults.isEmpty { return Array(repeating: nil, count: batch.count) }
        return batch.map { delivery in
            simulator.faults.take(for: delivery.subject("send", phones: simulator.phones), provider: .expo)
        }
    }

    private func ticket(for delivery: ExpoDelivery, _ fault: Fault?, losesAnswer: Bool) -> JSONValue {
        let lost = losesAnswer ? "answer-lost" : nil
        if let reason = fault?.answer?.reason {
            if fault?.isAccepted == true { delivery.arrive(at: simulator) }
            record([delivery], status: 200, reason: reason)
            return Self.error(reason, token: delivery.token)
        }
        guard delivery.project != nil, !simulator.phones.isGone(provider: .expo, token: delivery.token) else {
            record([delivery], status: 200, reason: "DeviceNotRegistered")
            return Self.error("DeviceNotRegistered", token: delivery.token)
        }
        let id = uuid()
        accept(delivery, id: id)
        if simulator.requestLog.detail == .lean {
            let arrival = PhoneArrival(expo: delivery.message, platform: delivery.platform, now: simulator.world.now())
            simulator.requestLog.record(
                RequestLog.LeanEntry(
                    at: arrival.at,
                    token: delivery.token,
                    tag: arrival.tag ?? "",
                    notification: arrival.peal["id"]?.string ?? ""
                )
            )
        } else {
            record([delivery], status: 200, reason: lost)
        }
        return .object(["status": .string("ok"), "id": .string(id)])
    }

    /// Writes the receipt, and hands the message to the phone unless the receipt says that it did not arrive.
    private func accept(_ delivery: ExpoDelivery, id: String) {
        let isFull = simulator.requestLog.detail == .full
        var subject = delivery.subject(
            "receipt",
            phones: simulator.phones,
            hasBody: isFull || !simulator.faults.isEmpty
        )
        let fault = simulator.faults.isEmpty ? nil : simulator.faults.take(for: subject, provider: .expo)
        var error = fault?.answer?.reason
        if delivery.size > Self.sizeLimit { error = "MessageTooBig" }
        if error == nil || fault?.isAccepted == true { delivery.arrive(at: simulator) }
        if !isFull { subject.body = [] }
        simulator.receipts.store(
            ExpoReceipts.Entry(
                subject: subject,
                project: delivery.project ?? "",
                error: error,
                storedAt: simulator.world.now()
            ),
            id: id
        )
    }

    static func error(_ reason: String, token: String) -> JSONValue {
        let message =
            if reason != "DeviceNotRegistered" {
                "The message was refused: \(reason)"
            } else if ExpoPushTokens.status(of: token) == .malformed {
                "\"\(token)\" is not a valid Expo push token"
            } else {
                "\"\(token)\" is not a registered push notification recipient"
            }
        return .object([
            "status": .string("error"), "message": .string(message),
            "details": .object(["error": .string(reason), "expoPushToken": .string(token)]),
        ])
    }

    private func uuid() -> String {
        let (high, low) = (Hexadecimal.text(simulator.world.random()), Hexadecimal.text(simulator.world.random()))
        return "\(high.prefix(8))-\(high.dropFirst(8).prefix(4))-\(high.suffix(4))-\(low.prefix(4))-\(low.suffix(12))"
    }

    private func record(_ batch: [ExpoDelivery], status: Int, reason: String?) {
        let isFull = simulator.requestLog.detail == .full
        let now = simulator.world.now()
        for delivery in batch {
            simulator.requestLog.record(
                RequestLogEntry(
                    provider: .expo,
                    phoneID: simulator.phones.phone(provider: .expo, token: delivery.token),
                    at: now,
                    headers: isFull ? headers.masked : [],
                    payload: isFull ? delivery.json : [],
                    status: status,
                    reason: reason
                )
            )
        }
    }
}

extension HTTPFields {
    fileprivate var masked: [(name: String, value: String)] {
        map { (name: $0.name.canonicalName, value: $0.name == .authorization ? "Bearer ***" : $0.value) }
    }
}
