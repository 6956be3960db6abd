import HTTPTypes
import HummingbirdCore
import PealCore

/// An answer: a status and mostly JSON.
struct APIResponse: Sendable {
    var status: Int
    var content: APIBody
    var contentType: String
    var headers: HTTPFields = [:]
    /// The user it is about where the path does not name them, so that a stored copy can be erased with them.
    var user: UserID?
    /// Hints that the call was taken without.
    var ignored: [IgnoredHint] = []

    /// Joins the parts of an answer that is there as a whole.
    init(status: Int, body: [UInt8], contentType: String) {
        self.init(status: status, content: .bytes(body), contentType: contentType)
    }

    /// Joins the parts.
    init(status: Int, content: APIBody, contentType: String) {
        self.status = status
        self.content = content
        self.contentType = contentType
    }

    /// The body of an answer that is there as a whole; empty for one in chunks.
    var body: [UInt8] { if case .bytes(let bytes) = content { bytes } else { [] } }

    /// An answer without a body.
    static var noContent: APIResponse { APIResponse(status: 204, body: [], contentType: "") }

    /// A JSON answer.
    static func json(status: Int = 200, _ body: (inout JSONWriter) -> Void) -> APIResponse {
        json(bytes: JSONWriter.bytes(body), status: status)
    }

    static func json(bytes: [UInt8], status: Int) -> APIResponse {
        APIResponse(status: status, body: bytes, contentType: "application/json")
    }

    /// A JSON answer that is made while the client reads it.
    static func json(chunks: AsyncThrowingStream<[UInt8], any Error>) -> APIResponse {
        APIResponse(status: 200, content: .chunks(chunks), contentType: "application/json")
    }

    /// The same with its length, which an answer to HEAD has no body to tell by.
    func measured() async throws -> APIResponse {
        guard case .chunks = content else { return self }
        var answer = self
        answer.headers[.contentLength] = String(try await content.length())
        answer.content = .bytes([])
        return answer
    }

    /// The same as the server library sends it.
    func response() -> Response {
        var headers = headers
        if !contentType.isEmpty { headers[.contentType] = contentType }
        if headers[.cacheControl] == nil { headers[.cacheControl] = "no-store" }
        return Response(status: HTTPResponse.Status(code: status), headers: headers, body: content.response)
    }
}
