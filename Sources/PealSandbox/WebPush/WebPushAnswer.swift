import HTTPTypes
import Hummingbird
import NIOCore

/// What the Web Push simulator answers.
struct WebPushAnswer {
    var status: Int
    var headers: [(name: HTTPField.Name, value: String)] = []
    var body: [UInt8] = []
    var isReset = false
    /// The answer breaks off in the middle of its body.
    var isTruncated = false

    static let reset = WebPushAnswer(status: 500, isReset: true)

    init(status: Int, isReset: Bool = false) {
        self.status = status
        self.isReset = isReset
    }

    init(_ refusal: WebPushRefusal) {
        status = refusal.status
        body = refusal.body
        headers = [(.contentType, "application/json")]
        if status == 410 { headers.append((.cacheControl, "max-age=86400")) }
    }

    /// A fault's answer.
    init(_ fault: Fault.Answer) {
        status = fault.status
        body = fault.body.map { Array($0.utf8) } ?? WebPushRefusal.faultBody(fault)
        headers = [(.contentType, fault.body == nil ? "application/json" : "text/html; charset=UTF-8")]
        if let retryAfter = fault.retryAfter { headers.append((.retryAfter, retryAfter)) }
    }

    /// Taken: 201, the message's own address, and for how long it is kept.
    init(location: String, timeToLive: Int64) {
        status = 201
        headers = [(.location, location)]
        if let name = HTTPField.Name("TTL") { headers.append((name, String(timeToLive))) }
    }

    var response: Response {
        var fields = HTTPFields()
        for header in headers { fields[header.name] = header.value }
        let status = HTTPResponse.Status(code: status)
        guard isTruncated else {
            return Response(status: status, headers: fields, body: ResponseBody(byteBuffer: ByteBuffer(bytes: body)))
        }
        return Response(
            status: status,
            headers: fields,
            body: ResponseBody(contentLength: 64) { writer in
                try await writer.write(ByteBuffer(string: "{\"broken"))
                throw CancellationError()
            }
        )
    }
}
