import HTTPTypes
import Hummingbird
import NIOCore

/// The simulator's web face.
struct WebPushResponder: HTTPResponder {
    typealias Context = SimulatorContext

    let simulator: WebPushSimulator

    func respond(to request: Request, context: SimulatorContext) async throws -> Response {
        guard let buffer = try? await request.body.collect(upTo: 1 << 20) else {
            return WebPushAnswer(.tooLarge).response
        }
        let body = Array(buffer.readableBytesView)
        let parts = request.uri.path.split(separator: "/", omittingEmptySubsequences: false)
        if parts.count == 4, parts[1] == "wp" {
            guard request.method == .post else { return WebPushAnswer(status: 405).response }
            let send = WebPushSend(
                simulator: simulator,
                app: String(parts[2]),
                id: String(parts[3]),
                headers: request.headers,
                body: body
            )
            let answer = await send.answer()
            if answer.isReset { try? await context.channel.close() }
            return answer.response
        }
        return WebPushAnswer(status: 404).response
    }
}
