import NIOCore
import NIOHPACK
import PealHTTP2
import PealProviderKit

/// A message as a request: encrypted for its browser, and signed.
///
/// A class, so that a reply holds one reference.
final class WebPushRequest: Sendable {
    /// The message's position in its batch.
    let index: Int
    /// The endpoint, which passed the rules.
    let url: GuardedURL
    /// The push service: the URL's origin.
    let origin: String
    private let headers: WebPushHeaders
    private let authorization: String
    private let body: [UInt8]

    /// Joins the parts.
    init(
        index: Int,
        url: GuardedURL,
        origin: String,
        headers: WebPushHeaders,
        authorization: String,
        body: [UInt8]
    ) {
        self.index = index
        self.url = url
        self.origin = origin
        self.headers = headers
        self.authorization = authorization
        self.body = body
    }

    /// The request for the HTTP client.
    func call(timeout: Duration) -> HTTPCall {
        HTTPCall(
            url: url.origin + url.target,
            headers: headers.fields + [("Authorization", authorization)],
            body: body,
            timeout: timeout,
            bodyLimit: OutcomeReader.bodyLimit
        )
    }

    /// The request for a pool; `reply` is called once, from any thread.
    func call(authority: String, reply: @escaping @Sendable (HTTP2Reply) -> Void) -> HTTP2Pool.Call {
        HTTP2Pool.Call(headers: fields(authority: authority), body: ByteBuffer(bytes: body), reply: reply)
    }

    /// What repeats goes into the connection's table; what does not would only push that out (RFC 7541, 6.2).
    func fields(authority: String) -> HPACKHeaders {
        var fields = HPACKHeaders()
        fields.reserveCapacity(11)
        fields.add(name: ":method", value: "POST")
        fields.add(name: ":scheme", value: "https")
        fields.add(name: ":authority", value: authority)
        fields.add(name: ":path", value: url.target, indexing: .nonIndexable)
        fields.add(name: "authorization", value: authorization)
        fields.add(name: "ttl", value: headers.timeToLive)
        fields.add(name: "urgency", value: headers.urgency)
        // Nearly every message has a topic of its own.
        fields.add(name: "topic", value: headers.topic, indexing: .nonIndexable)
        fields.add(name: "content-encoding", value: WebPushHeaders.contentEncoding)
        fields.add(name: "content-type", value: WebPushHeaders.contentType)
        fields.add(name: "content-length", value: String(body.count))
        return fields
    }
}
