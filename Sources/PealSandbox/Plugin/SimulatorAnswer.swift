import HTTPTypes
package import Hummingbird
import NIOCore
public import PealCore

/// What a simulator answers.
public struct SimulatorAnswer: Sendable {
    /// The status.
    public var status: Int
    /// The body.
    public var body: [UInt8] = []
    /// The header `Retry-After`.
    public var retryAfter: String?
    /// The header `Content-Type`.
    public var contentType = "application/json; charset=UTF-8"
    var contentEncoding: String?
    package var isReset = false

    /// The connection is dropped.
    package static let reset = SimulatorAnswer(status: 500, isReset: true)

    /// Answers with a body as it is.
    public init(status: Int, body: [UInt8] = [], retryAfter: String? = nil, isReset: Bool = false) {
        self.status = status
        self.body = body
        self.retryAfter = retryAfter
        self.isReset = isReset
    }

    /// Answers with JSON.
    public static func json(_ value: JSONValue, status: Int = 200) -> SimulatorAnswer {
        SimulatorAnswer(status: status, body: JSONText.write(value))
    }

    /// A fault's answer, with the provider's own words where the fault has none.
    init(_ fault: Fault.Answer, body: [UInt8]) {
        self.init(status: fault.status, body: fault.body.map { Array($0.utf8) } ?? body, retryAfter: fault.retryAfter)
        if fault.body != nil { contentType = "text/html; charset=UTF-8" }
    }

    /// As the HTTP library sends it.
    package var response: Response {
        var headers = HTTPFields()
        headers[.contentType] = contentType
        if let contentEncoding { headers[.contentEncoding] = contentEncoding }
        if let retryAfter { headers[.retryAfter] = retryAfter }
        return Response(
            status: HTTPResponse.Status(code: status),
            headers: headers,
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: body))
        )
    }
}
