import HTTPTypes
import Hummingbird
import NIOCore
import PealGzip

/// The simulator's web face: a plain switch over two paths, since a router would cost more than the rest.
struct ExpoResponder: HTTPResponder {
    typealias Context = SimulatorContext

    let simulator: ExpoSimulator

    private static let bodyLimit = 4 << 20

    /// Compresses an answer for whoever reads that, as the real service does.
    private static func compressed(_ answer: SimulatorAnswer, for request: Request) -> SimulatorAnswer {
        guard request.headers[.acceptEncoding]?.contains("gzip") == true, !answer.body.isEmpty,
            let body = Gzip.compress(answer.body)
        else { return answer }
        var answer = answer
        answer.body = body
        answer.contentEncoding = "gzip"
        return answer
    }

    func respond(to request: Request, context: SimulatorContext) async throws -> Response {
        guard let buffer = try? await request.body.collect(upTo: Self.bodyLimit) else {
            return SimulatorAnswer(status: 413).response
        }
        var body = Array(buffer.readableBytesView)
        switch request.headers[.contentEncoding] {
        case nil, "identity": break
        case "gzip":
            guard let plain = Gzip.expand(body, limit: Self.bodyLimit) else {
                return SimulatorAnswer(status: 400, body: ExpoRefusal.notJSON.body).response
            }
            body = plain
        default: return SimulatorAnswer(status: 415).response
        }
        let answer: SimulatorAnswer
        switch (request.method, request.uri.path) {
        case (.post, "/--/api/v2/push/send"):
            answer = await ExpoSend(simulator: simulator, headers: request.headers, body: body).answer()
        case (.post, "/--/api/v2/push/getReceipts"):
            answer = await ExpoReceiptQuestion(simulator: simulator, headers: request.headers, body: body).answer()
        default: answer = SimulatorAnswer(status: 404)
        }
        if answer.isReset { try? await context.channel.close() }
        return Self.compressed(answer, for: request).response
    }
}
