import NIOHPACK
import PealCore

/// One request to APNs.
struct APNsSend {
    private let simulator: APNsSimulator
    private let environment: APNsSimulatorEnvironment
    private let fields: HPACKHeaders
    private let headers: APNsRequestHeaders
    private let body: [UInt8]
    /// How long the body was; what is far too long is not kept.
    private let bodyLength: Int
    private let payload: [String: JSONValue]?
    private let token: String?
    private let now: Timestamp
    private let id: String

    init(
        simulator: APNsSimulator,
        environment: APNsSimulatorEnvironment,
        fields: HPACKHeaders,
        body: [UInt8],
        bodyLength: Int
    ) {
        self.simulator = simulator
        self.environment = environment
        self.fields = fields
        self.body = body
        self.bodyLength = bodyLength
        headers = APNsRequestHeaders(fields)
        payload = JSONText.parse(body)?.object
        token = headers.deviceToken
        now = simulator.world.now()
        id = headers.hasBadID ? Self.uuid(simulator.world) : headers.id ?? Self.uuid(simulator.world)
    }

    /// The fault that happens to it.
    func fault() -> Fault? {
        guard !simulator.faults.isEmpty else { return nil }
        let alert = payload?["aps"]?.object?["alert"]
        let subject = FaultSubject(
            endpoint: "send",
            body: body,
            token: token,
            title: alert?.object?["title"]?.string,
            type: payload?["peal"]?.object?["type"]?.string,
            phone: token.flatMap { simulator.phones.phone(provider: .apns, token: $0) }
        )
        return simulator.faults.take(for: subject, provider: .apns)
    }

    /// What becomes of it, on a connection.
    func ending(_ fault: Fault?, session: inout APNsSession) -> APNsEnding {
        if let fault {
            switch fault.reset {
            case .beforeAccept?:
                record(status: 0, reason: "reset")
                return .dropped
            case .goAway?:
                record(status: 0, reason: "goaway")
                return .goodbye(reason: fault.answer?.reason ?? "Shutdown")
            case .silent?:
                record(status: 0, reason: "silent")
                return .silence
            case .afterAccept?, .truncated?, nil: break
            }
            if let answer = fault.answer, answer.status >= 300 {
                if fault.isAccepted, refusal(&session) == nil { deliver() }
                let reason = answer.reason ?? APNsRefusal.usualReason(of: answer.status)
                record(status: answer.status, reason: reason)
                var told = APNsReply(status: answer.status, reason: reason, id: id, now: now)
                told.retryAfter = answer.retryAfter
                if let text = answer.body { told.body = Array(text.utf8) }
                return .answer(told)
            }
        }
        if let refusal = refusal(&session) {
            record(status: refusal.status, reason: refusal.rawValue)
            return .answer(APNsReply(status: refusal.status, reason: refusal.rawValue, id: id, now: now))
        }
        accept(losesAnswer: fault?.reset != nil)
        let uniqueID = environment == .sandbox ? Self.uuid(simulator.world) : nil
        let answer = APNsReply(id: id, uniqueID: uniqueID)
        return switch fault?.reset {
        case .afterAccept?: .dropped
        case .truncated?: .truncated(answer)
        default: .answer(answer)
        }
    }

    /// Why the push is not taken; `nil` when it is.
    private func refusal(_ session: inout APNsSession) -> APNsRefusal? {
        guard let token else { return .badPath }
        guard headers.method == "POST" else { return .methodNotAllowed }
        guard !headers.hasDuplicates else { return .duplicateHeaders }
        if let refusal = session.refusal(authorization: headers.authorization, access: simulator.access, now: now) {
            return refusal
        }
        guard let sender = session.current?.token else { return .missingProviderToken }
        if token.isEmpty { return .missingDeviceToken }
        if let refusal = headers.refusal ?? headers.topicRefusal(bundleID: sender.bundleID) { return refusal }
        guard bodyLength <= headers.payloadLimit else { return .payloadTooLarge }
        guard let payload, !headers.needsAPS || payload["aps"]?.object != nil else { return .payloadEmpty }
        switch simulator.tokens.status(of: token, app: sender.app, environment: environment) {
        // `Unregistered` is said of a token that was good once, never of one that nobody gave out.
        case .malformed, .foreignEnvironment, .unknown: return .badDeviceToken
        case .foreignApp: return .deviceTokenNotForTopic
        case .valid: return simulator.phones.isGone(provider: .apns, token: token) ? .unregistered : nil
        }
    }

    private func accept(losesAnswer: Bool) {
        deliver()
        guard simulator.requestLog.detail == .lean else {
            return record(status: 200, reason: losesAnswer ? "answer-lost" : nil)
        }
        simulator.requestLog.record(
            RequestLog.LeanEntry(
                at: now,
                token: token ?? "",
                tag: headers.collapseID ?? "",
                notification: payload?["peal"]?.object?["id"]?.string ?? ""
            )
        )
    }

    private func deliver() {
        guard let token, let payload else { return }
        // A relative number such as 300 is an instant in 1970: accepted, and shown to nobody.
        if let end = headers.expiresAt, end != Timestamp(seconds: 0), end <= now { return }
        simulator.phones.receive(provider: .apns, token: token) { _ in
            var arrival = PhoneArrival(apns: payload, headers: headers, now: now)
            arrival.delivery = PhoneDelivery(
                provider: .apns,
                headers: headers.collapseID.map { ["apns-collapse-id": $0] } ?? [:],
                payload: .object(payload)
            )
            return arrival
        }
    }

    private func record(status: Int, reason: String?) {
        let isFull = simulator.requestLog.detail == .full
        simulator.requestLog.record(
            RequestLogEntry(
                provider: .apns,
                phoneID: token.flatMap { simulator.phones.phone(provider: .apns, token: $0) },
                at: now,
                headers: isFull ? maskedHeaders : [],
                payload: isFull ? body : [],
                status: status,
                reason: reason
            )
        )
    }

    private var maskedHeaders: [(name: String, value: String)] {
        fields.map { (name: $0.name, value: $0.name == "authorization" ? "bearer ***" : $0.value) }
    }

    /// A random UUID (RFC 9562, version 4).
    private static func uuid(_ world: SandboxWorld) -> String {
        let high = world.random() & 0xFFFF_FFFF_FFFF_0FFF | 0x4000
        let low = world.random() & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
        return String(unsafeUninitializedCapacity: 36) { buffer in
            var position = 0
            for index in 0..<32 {
                if index == 8 || index == 12 || index == 16 || index == 20 {
                    buffer[position] = UInt8(ascii: "-")
                    position += 1
                }
                let number = index < 16 ? high : low
                let nibble = UInt8((number >> UInt64(60 - 4 * (index & 15))) & 15)
                buffer[position] = nibble < 10 ? 0x30 + nibble : 0x57 + nibble
                position += 1
            }
            return 36
        }
    }
}
