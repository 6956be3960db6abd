import HTTPTypes
import PealCore

/// One `POST /v1/projects/{project}/messages:send`.
struct FCMSend {
    let simulator: FCMSimulator
    let project: String
    let headers: HTTPFields
    let body: [UInt8]

    func answer() async -> SimulatorAnswer {
        let message = JSONText.parse(body)
        let members = message?.object?["message"]?.object
        let token = (members?["token"] ?? members?["fid"])?.string
        let fault = simulator.faults.isEmpty ? nil : simulator.faults.take(for: subject(message, token), provider: .fcm)
        if let fault, fault.delay > .zero { try? await simulator.world.wait(fault.delay) }
        return answer(message, token, fault)
    }

    /// The answer when no fault has a delay.
    func answer(_ fault: Fault?) -> SimulatorAnswer {
        let message = JSONText.parse(body)
        let members = message?.object?["message"]?.object
        return answer(message, (members?["token"] ?? members?["fid"])?.string, fault)
    }

    private func answer(_ message: JSONValue?, _ token: String?, _ fault: Fault?) -> SimulatorAnswer {
        if let fault {
            if fault.reset == .beforeAccept || fault.reset == .goAway || fault.reset == .silent {
                record(status: 0, reason: "reset", token: token)
                return .reset
            }
            if let answer = fault.answer, answer.status >= 300 {
                let refusal = FCMRefusal(answer)
                if fault.isAccepted, self.refusal(message) == nil { deliver(message, token: token ?? "") }
                record(status: answer.status, reason: refusal.reason, token: token)
                return SimulatorAnswer(answer, body: refusal.body)
            }
        }
        if let refusal = refusal(message) {
            record(status: refusal.status, reason: refusal.reason, token: token)
            return SimulatorAnswer(status: refusal.status, body: refusal.body)
        }
        let losesAnswer = fault?.reset == .afterAccept || fault?.reset == .truncated
        accept(message, token: token ?? "", losesAnswer: losesAnswer)
        if losesAnswer { return .reset }
        let number = String(simulator.world.random(), radix: 16)
        return SimulatorAnswer(
            status: 200,
            body: Array("{\n  \"name\": \"projects/\(project)/messages/0:\(number)\"\n}\n".utf8)
        )
    }

    /// Why the message is not taken; `nil` when it is.
    private func refusal(_ message: JSONValue?) -> FCMRefusal? {
        let bearer = headers[.authorization].flatMap { value in
            value.hasPrefix("Bearer ") ? String(value.dropFirst(7)) : nil
        }
        switch simulator.access.entry(bearer: bearer, project: project) {
        case .granted: break
        case .unauthenticated: return .unauthenticated
        case .forbidden: return .forbidden
        case nil: return .noProject
        }
        guard headers[.contentType]?.hasPrefix("application/json") == true, let message else {
            return .malformed([FCMViolation(field: "", description: "Invalid JSON payload received.")])
        }
        let check = FCMMessageCheck(message)
        guard check.violations.isEmpty else { return .malformed(check.violations) }
        // A topic without subscribers is valid: the message is accepted and reaches no device.
        guard let target = check.target, let address = target.address else { return nil }
        switch simulator.tokens.status(of: target, project: project) {
        case .malformed: return .badToken
        case .unknown:
            let others = simulator.access.projects
            let isForeign = others.contains { simulator.tokens.status(of: target, project: $0) == .valid }
            return isForeign ? .senderMismatch : .unregistered
        case .valid: break
        }
        return simulator.phones.isGone(provider: .fcm, token: address) ? .unregistered : nil
    }

    private func accept(_ message: JSONValue?, token: String, losesAnswer: Bool) {
        guard let message else { return }
        let now = simulator.world.now()
        deliver(message, token: token)
        guard simulator.requestLog.detail == .lean else {
            return record(status: 200, reason: losesAnswer ? "answer-lost" : nil, token: token)
        }
        let arrival = PhoneArrival(fcm: message, platform: Self.platform(of: message), now: now)
        simulator.requestLog.record(
            RequestLog.LeanEntry(
                at: now,
                token: token,
                tag: arrival.tag ?? "",
                notification: arrival.peal["id"]?.string ?? ""
            )
        )
    }

    /// Hands the message to the phone, unless it is a dry run.
    private func deliver(_ message: JSONValue?, token: String) {
        guard let message, let members = message.object else { return }
        if members["validate_only"] == .bool(true) || members["validateOnly"] == .bool(true) { return }
        let now = simulator.world.now()
        simulator.phones.receive(provider: .fcm, token: token) { platform in
            var arrival = PhoneArrival(fcm: message, platform: platform, now: now)
            arrival.delivery = PhoneDelivery(provider: .fcm, headers: [:], payload: message)
            return arrival
        }
    }

    private static func platform(of message: JSONValue) -> Platform {
        let members = message.object?["message"]?.object
        if members?["apns"] != nil { return .ios }
        return members?["webpush"] != nil ? .web : .android
    }

    private func subject(_ message: JSONValue?, _ token: String?) -> FaultSubject {
        let members = message?.object?["message"]?.object
        let peal = members?["data"]?.object?["peal"]?.string.flatMap { JSONText.parse(Array($0.utf8))?.object }
        return FaultSubject(
            endpoint: "send",
            body: body,
            token: token,
            title: (members?["notification"] ?? members?["data"])?.object?["title"]?.string,
            type: peal?["type"]?.string,
            phone: token.flatMap { simulator.phones.phone(provider: .fcm, token: $0) }
        )
    }

    private func record(status: Int, reason: String?, token: String?) {
        let isFull = simulator.requestLog.detail == .full
        simulator.requestLog.record(
            RequestLogEntry(
                provider: .fcm,
                phoneID: token.flatMap { simulator.phones.phone(provider: .fcm, token: $0) },
                at: simulator.world.now(),
                headers: isFull ? maskedHeaders : [],
                payload: isFull ? body : [],
                status: status,
                reason: reason
            )
        )
    }

    private var maskedHeaders: [(name: String, value: String)] {
        headers.map { (name: $0.name.canonicalName, value: $0.name == .authorization ? "Bearer ***" : $0.value) }
    }
}
