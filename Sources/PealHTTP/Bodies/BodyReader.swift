import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import enum PealCore.ByteOrderMark
import PealGzip
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
        guard let limit = route.bodyLimit else { return try await answer([]) }
        let isOptional = route.hasOptionalBody
        if isOptional, request.hasEmptyBody { return try await answer([]) }
        // Whether chunks hold anything is known once they were read: without anything, a media type says nothing.
        let isCheckedLater = isOptional && request.headers[.transferEncoding] != nil
        if !isCheckedLater { try check(request.headers, route) }
        if let length = request.headers[.contentLength].flatMap(Int.init), length > limit {
            throw BodyFault.tooLarge.problem(limit: limit)
        }
        if request.headers[.expect]?.lowercased() == "100-continue" {
            channel.triggerUserOutboundEvent(ContinueRequest(), promise: nil)
        }
        let body = budget.open { channel.pipeline.fireErrorCaught(BodyFault.gaveWay) }
        defer { budget.close(body) }
        var bytes: [UInt8]
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
        if isCheckedLater {
            guard !bytes.isEmpty else { return try await answer([]) }
            try check(request.headers, route)
        }
        // A mark alone is no value, and no text either.
        if isOptional, bytes.count == ByteOrderMark.length(before: bytes) { return try await answer([]) }
        guard try ContentCoding(request.headers) == .gzip else { return try await answer(bytes) }
        let expanded = budget.open { channel.pipeline.fireErrorCaught(BodyFault.gaveWay) }
        defer { budget.close(expanded) }
        do {
            bytes = try expand(bytes, into: expanded, limit: limit)
        } catch {
            throw error.problem(limit: limit)
        }
        return try await answer(bytes)
    }

    /// What is refused before a body is read: another media type, another coding.
    private func check(_ headers: HTTPFields, _ route: APIRoute) throws(Problem) {
        switch route.media {
        case .json: try JSONMediaType.check(headers[.contentType])
        case .yaml: try CatalogMediaType.check(headers[.contentType])
        }
        _ = try ContentCoding(headers)
    }

    /// The bytes behind gzip's form.
    ///
    /// The limit and the budget count them, not what was sent: a small body may hold a large one.
    private func expand(
        _ bytes: [UInt8],
        into body: BodyBudget.Body,
        limit: Int
    ) throws(BodyFault) -> [UInt8] {
        var count = 0
        let isWhole = try Gzip.expand(bytes) { part throws(BodyFault) in
            count += part.count
            guard count <= limit else { throw .tooLarge }
            try budget.append(part, to: body)
        }
        guard isWhole else { throw .notGzip }
        return try budget.finish(body)
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
    /// Whether a body may be left out, because it need not say anything.
    fileprivate var hasOptionalBody: Bool {
        [
            .resumeTrigger, .markAllSeen, .markAllRead, .clearInbox, .restoreInbox, .resetPreferences, .takeAction,
        ].contains(self)
    }
}

extension Request {
    /// Whether the head says that nothing follows; clients name a media type all the same.
    fileprivate var hasEmptyBody: Bool {
        headers[.transferEncoding] == nil && (headers[.contentLength].map { Int($0) == 0 } ?? true)
    }
}
