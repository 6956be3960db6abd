import HTTPTypes
import Hummingbird
import NIOCore
import PealCore

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
        // A sender takes a message back (RFC 8030 §6.2).
        if parts.count == 3, parts[1] == "m" {
            guard request.method == .delete else { return WebPushAnswer(status: 405).response }
            let message = String(parts[2])
            guard let token = simulator.messages.remove(message) else { return WebPushAnswer(.notFound).response }
            simulator.phones.withdraw(provider: .webpush, token: token, message: message)
            return WebPushAnswer(status: 204).response
        }
        return WebPushAnswer(status: 404).response
    }
}
