public import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import PealHTTP2

extension HTTPTransport {
    /// Sends through AsyncHTTPClient.
    ///
    /// The composition root makes the client. It must not follow redirects; over HTTP/1.1 its
    /// `connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit` (8 by default) has to be the number of sends in flight
    /// to one push service, or sends wait for one another inside the client; and its
    /// `connectionPool.retryConnectionEstablishment` should be off, so that a service that is down is known at once and
    /// not when the call's time is up. Its `decompression` has to be enabled, since Expo is asked for compressed answers.
    public static func client(_ client: HTTPClient) -> HTTPTransport {
        HTTPTransport { call in
            let body = DepartingBody(call.body)
            var request = HTTPClientRequest(url: call.url)
            request.method = HTTPMethod(rawValue: call.method)
            for header in call.headers { request.headers.add(name: header.name, value: header.value) }
            request.body = .bytes(body, length: .known(Int64(call.body.count)))
            let response: HTTPClientResponse
            do {
                response = try await client.execute(request, timeout: TimeAmount(call.timeout))
            } catch {
                // With no byte of the body handed over, the service cannot have acted on the request.
                let reason = Self.code(of: error)
                return body.hasDeparted ? .answerLost(reason: reason) : .notSent(reason: reason)
            }
            // The status is definite already: a body that breaks off or is too long changes nothing about it.
            let read = try? await response.body.collect(upTo: call.bodyLimit)
            return .answered(
                HTTPAnswer(
                    status: Int(response.status.code),
                    headers: response.headers.map { (name: $0.name, value: $0.value) },
                    body: read.map { Array($0.readableBytesView) } ?? []
                )
            )
        }
    }

    /// A short code for a log or an attempt; never the error's own text, which can hold the address.
    private static func code(of error: any Error) -> String {
        switch error {
        case let error as HTTPClientError:
            error.shortDescription.split(separator: " ").joined(separator: "-").lowercased()
        case is CancellationError: "cancelled"
        default: ConnectionFailureCode.code(of: error)
        }
    }
}
