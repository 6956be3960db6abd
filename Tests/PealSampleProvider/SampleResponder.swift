import HTTPTypes
import Hummingbird
import NIOCore
import PealCore
import PealSandbox

/// What the sample service answers.
struct SampleResponder: HTTPResponder {
    typealias Context = SimulatorContext

    let simulator: SampleSimulator

    private var setup: SimulatorSetup { simulator.setup }

    func respond(to request: Request, context: SimulatorContext) async throws -> Response {
        let buffer = try await request.body.collect(upTo: 1 << 20)
        let key = request.headers[.authorization] ?? ""
        guard request.uri.path == "/push" else {
            return Self.answer(key.hasPrefix("sample-") ? (200, nil) : (401, "unknown-key"))
        }
        let push = Push(Array(buffer.readableBytesView), setup)
        let fault = setup.faults.take(for: push.subject, provider: SampleSimulator.provider)
        if let fault, fault.delay > .zero { try? await setup.world.wait(fault.delay) }
        let truth = push.verdict(key)
        let isTaken =
            truth.status == 200 && fault?.reset != .beforeAccept && (fault?.answer == nil || fault?.isAccepted == true)
        if isTaken { push.arrive() }
        var told = fault?.answer.map { (status: $0.status, reason: $0.reason) } ?? truth
        if let reset = fault?.reset { told = reset == .beforeAccept ? (0, "reset") : (200, "answer-lost") }
        push.record(status: told.status, reason: told.reason)
        guard fault?.reset == nil else {
            try? await context.channel.close()
            return SimulatorAnswer.reset.response
        }
        return Self.answer(told)
    }

    private static func answer(_ told: (status: Int, reason: String?)) -> Response {
        var response = SimulatorAnswer(status: told.status).response
        if let reason = told.reason, let name = HTTPField.Name("reason") { response.headers[name] = reason }
        return response
    }
}

/// A push as the sample service reads it.
private struct Push {
    private let body: [UInt8]
    private let members: [String: JSONValue]
    private let token: String
    private let phone: String?
    private let setup: SimulatorSetup

    init(_ body: [UInt8], _ setup: SimulatorSetup) {
        self.body = body
        self.setup = setup
        members = JSONText.parse(body)?.object ?? [:]
        token = members["to"]?.string ?? ""
        phone = setup.phones.phone(provider: SampleSimulator.provider, token: token)
    }

    private var peal: [String: JSONValue] { members["peal"]?.object ?? [:] }

    var subject: FaultSubject {
        FaultSubject(
            endpoint: "send",
            body: body,
            token: token,
            title: members["title"]?.string,
            type: peal["type"]?.string,
            phone: phone
        )
    }

    func verdict(_ key: String) -> (status: Int, reason: String?) {
        let parts = token.split(separator: ":")
        guard parts.count == 3 else { return (410, "unknown-address") }
        guard key == SampleSimulator.key(of: String(parts[1])) else { return (401, "unknown-key") }
        return setup.phones.isGone(provider: SampleSimulator.provider, token: token) ? (410, "uninstalled") : (200, nil)
    }

    func arrive() {
        let now = setup.world.now()
        var life: Int64 = 0
        if case .integer(let seconds) = members["ttl"] { life = seconds }
        setup.phones.receive(provider: SampleSimulator.provider, token: token) { _ in
            PhoneArrival(
                peal: peal,
                title: members["title"]?.string,
                body: members["body"]?.string,
                tag: members["collapse"]?.string,
                collapseKey: members["collapse"]?.string,
                sound: members["sound"]?.string,
                badge: nil,
                thread: nil,
                at: now,
                expiresAt: now + .seconds(life)
            )
        }
    }

    func record(status: Int, reason: String?) {
        setup.requestLog.record(
            RequestLogEntry(
                provider: SampleSimulator.provider,
                phoneID: phone,
                at: setup.world.now(),
                headers: [],
                payload: body,
                status: status,
                reason: reason
            )
        )
    }
}
