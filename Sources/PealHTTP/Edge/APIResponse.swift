import HTTPTypes
import Hummingbird
import NIOCore
import PealCore
import PealWire

/// An answer: a status and mostly JSON.
struct APIResponse: Sendable {
    var status: Int
    var body: [UInt8]
    var contentType: String
    var headers: HTTPFields = [:]
    /// The user it is about where the path does not name them, so that a stored copy can be erased with them.
    var user: UserID?

    /// An answer without a body.
    static var noContent: APIResponse { APIResponse(status: 204, body: [], contentType: "") }

    /// A JSON answer.
    static func json(status: Int = 200, _ body: (inout JSONWriter) -> Void) -> APIResponse {
        json(bytes: JSONWriter.bytes(body), status: status)
    }

    static func json(bytes: [UInt8], status: Int) -> APIResponse {
        APIResponse(status: status, body: bytes, contentType: "application/json")
    }

    func response() -> Response {
        var headers = headers
        if !contentType.isEmpty { headers[.contentType] = contentType }
        if headers[.cacheControl] == nil { headers[.cacheControl] = "no-store" }
        let bytes = body.isEmpty ? ResponseBody() : ResponseBody(byteBuffer: ByteBuffer(bytes: body))
        return Response(status: HTTPResponse.Status(code: status), headers: headers, body: bytes)
    }
}
