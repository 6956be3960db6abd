import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import PealWire

/// Reads bodies within their limit and the budget of all of them.
struct BodyReader: Sendable {
    let budget: BodyBudget
    let logger: Logger

    /// Reads a body and holds its memory until `answer` is done with it.
    func with(
        _ request: Request,
        _ route: APIRoute,
        on channel: any Channel,
        _ answer: ([UInt8]) async throws -> APIResponse
    ) async throws -> APIResponse {
        guard let limit = route.bodyLimit, !route.hasNoBody(request.headers) else { return try await answer([]) }
        switch route.media {
        case .json: try JSONMediaType.check(request.headers[.contentType])
        case .yaml: try CatalogMediaType.check(request.headers[.contentType])
        }
        if let length = request.headers[.contentLength].flatMap(Int.init), length > limit {
            throw BodyFault.tooLarge.problem(limit: limit)
        }
        if request.headers[.expect]?.lowercased() == "100-continue" {
            channel.triggerUserOutboundEvent(ContinueRequest(), promise: nil)
        }
        let body = budget.open { channel.pipeline.fireErrorCaught(BodyFault.gaveWay) }
        defer { budget.close(body) }
        let bytes: [UInt8]
        do {
            bytes = try await collect(request.body, into: body, limit: limit)
        } catch let fault as BodyFault {
            throw fault.problem(limit: limit)
        } catch let error as CancellationError {
            throw error
        } catch {
            // Broken chunks, an unknown transfer coding, a lost connection: whoever is still there is told.
            logger.debug("body not read", metadata: ["route": "\(route.path)", "error": "\(type(of: error))"])
            throw BodyFault.broken.problem(limit: limit)
        }
        return try await answer(bytes)
    }

    private func collect(_ parts: RequestBody, into body: BodyBudget.Body, limit: Int) async throws -> [UInt8] {
        var count = 0
        for try await part in parts {
            count += part.readableBytes
            guard count <= limit else { throw BodyFault.tooLarge }
            try budget.append(part.readableBytesView, to: body)
        }
        return try budget.finish(body)
    }
}

extension APIRoute {
    /// Whether a request leaves out a body that need not say anything.
    fileprivate func hasNoBody(_ headers: HTTPFields) -> Bool {
        let optional: [APIRoute] = [
            .resumeTrigger, .markAllSeen, .markAllRead, .clearInbox, .restoreInbox, .resetPreferences, .takeAction,
        ]
        return optional.contains(self) && headers[.contentType] == nil && headers[.transferEncoding] == nil
            && (headers[.contentLength] ?? "0") == "0"
    }
}
