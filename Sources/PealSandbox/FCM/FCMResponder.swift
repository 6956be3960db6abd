import HTTPTypes
import Hummingbird
import NIOCore
import PealCore

/// The simulator's web face: a plain switch over two paths, since a router would cost more than the rest.
struct FCMResponder: HTTPResponder {
    typealias Context = SimulatorContext

    let simulator: FCMSimulator
    let control: SimulatorControl?

    func respond(to request: Request, context: SimulatorContext) async throws -> Response {
        guard let buffer = try? await request.body.collect(upTo: 1 << 20) else {
            return SimulatorAnswer(status: 413).response
        }
        let body = Array(buffer.readableBytesView)
        let answer: SimulatorAnswer
        if request.method == .post, request.uri.path == "/token" {
            answer = await token(body)
        } else if request.method == .post, let project = Self.project(in: request.uri.path) {
            answer = await FCMSend(simulator: simulator, project: project, headers: request.headers, body: body)
                .answer()
        } else if let control {
            answer = control.answer(request, body)
        } else {
            answer = SimulatorAnswer(status: 404)
        }
        if answer.isReset { try? await context.channel.close() }
        return answer.response
    }

    private func token(_ body: [UInt8]) async -> SimulatorAnswer {
        simulator.requestLog.countTokenRequest()
        let fault = simulator.faults.take(for: FaultSubject(endpoint: "token", body: body), provider: .fcm)
        if let fault {
            if fault.delay > .zero { try? await simulator.world.wait(fault.delay) }
            if fault.reset == .beforeAccept { return .reset }
            if let answer = fault.answer, answer.status >= 300 {
                let error = JSONValue.object(["error": .string(answer.reason ?? "internal_failure")])
                return SimulatorAnswer(answer, body: JSONText.write(error))
            }
        }
        let (status, json) = await simulator.access.answer(form: body, audience: (simulator.baseURL ?? "") + "/token")
        return fault?.reset == .afterAccept ? .reset : SimulatorAnswer(status: status, body: json)
    }

    /// The project in `/v1/projects/{project}/messages:send`.
    static func project(in path: String) -> String? {
        guard path.hasPrefix("/v1/projects/"), path.hasSuffix("/messages:send") else { return nil }
        let project = path.dropFirst("/v1/projects/".count).dropLast("/messages:send".count)
        return project.isEmpty || project.contains("/") ? nil : String(project)
    }
}
