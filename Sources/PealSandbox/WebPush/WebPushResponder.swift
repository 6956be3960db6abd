import HTTPTypes
import Hummingbird
import NIOCore

/// The simulator's web face over HTTP/1.1.
struct WebPushResponder: HTTPResponder {
    typealias Context = SimulatorContext

    let simulator: WebPushSimulator

    func respond(to request: Request, context: SimulatorContext) async throws -> Response {
        guard let buffer = try? await request.body.collect(upTo: 1 << 20) else {
            return WebPushAnswer(.tooLarge).response
        }
        let call = WebPushCall(
            simulator: simulator,
            method: request.method.rawValue,
            path: request.uri.path,
            headers: request.headers,
            body: Array(buffer.readableBytesView),
            isHTTP2: false
        )
        let answer = await call.answer()
        if answer.isReset { try? await context.channel.close() }
        return answer.response
    }
}
