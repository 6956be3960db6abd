import HTTPTypes
import Hummingbird
import NIOCore
import PealCore
import PealSandbox

/// What the station answers.
struct RadioResponder: HTTPResponder {
    typealias Context = SimulatorContext

    let setup: SimulatorSetup

    func respond(to request: Request, context: SimulatorContext) async throws -> Response {
        let buffer = try await request.body.collect(upTo: 1 << 20)
        let isKnown = (request.headers[.authorization] ?? "").hasPrefix("radio-")
        guard request.uri.path == "/speak" else {
            return Self.answer(isKnown ? 200 : 401, isKnown ? nil : "unknown-key")
        }
        let body = Array(buffer.readableBytesView)
        let members = JSONText.parse(body)?.object ?? [:]
        let address = members["to"]?.string ?? ""
        let subject = FaultSubject(
            endpoint: "send",
            body: body,
            token: address,
            title: members["title"]?.string,
            type: members["type"]?.string,
            phone: nil
        )
        let fault = setup.faults.take(for: subject, provider: RadioSimulator.provider)
        if let fault, fault.delay > .zero { try? await setup.world.wait(fault.delay) }
        var (status, reason) = isKnown ? (200, nil as String?) : (401, "unknown-key")
        if address == RadioSimulator.silent { (status, reason) = (410, "nobody-listens") }
        if let answer = fault?.answer { (status, reason) = (answer.status, answer.reason) }
        setup.requestLog.record(
            RequestLogEntry(
                provider: RadioSimulator.provider,
                phoneID: nil,
                at: setup.world.now(),
                headers: [],
                payload: body,
                status: status,
                reason: reason
            )
        )
        guard fault?.reset == nil else {
            try? await context.channel.close()
            return SimulatorAnswer.reset.response
        }
        return Self.answer(status, reason)
    }

    private static func answer(_ status: Int, _ reason: String?) -> Response {
        var response = SimulatorAnswer(status: status).response
        if let reason, let name = HTTPField.Name("reason") { response.headers[name] = reason }
        return response
    }
}
