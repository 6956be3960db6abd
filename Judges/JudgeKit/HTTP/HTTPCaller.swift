package import AsyncHTTPClient
import NIOCore
import NIOHTTP1
package import PealCore

/// Makes one request and reads the answer.
package struct HTTPCaller: Sendable {
    private let client: HTTPClient
    private let limit = 32 << 20

    package init(client: HTTPClient) { self.client = client }

    /// A client for judges and benchmarks: loopback only, no retries of its own, since each attempt is to be counted.
    package static func makeClient(connections: Int) -> HTTPClient {
        var configuration = HTTPClient.Configuration(
            timeout: .init(connect: .seconds(60), read: .seconds(120)),
            decompression: HTTPClient.Configuration.singletonConfiguration.decompression
        )
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = connections
        configuration.connectionPool.retryConnectionEstablishment = false
        configuration.httpVersion = .http1Only
        return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }

    package func call(
        _ method: String,
        _ url: String,
        headers: [(String, String)] = [],
        body: JSONValue? = nil
    ) async throws -> HTTPAnswer {
        try await call(method, url, headers: headers, bytes: body.map { body in JSONWriter.bytes { $0.value(body) } })
    }

    package func call(
        _ method: String,
        _ url: String,
        headers: [(String, String)],
        bytes: [UInt8]?
    ) async throws -> HTTPAnswer {
        var request = HTTPClientRequest(url: url)
        request.method = HTTPMethod(rawValue: method)
        for (name, value) in headers { request.headers.add(name: name, value: value) }
        if let bytes {
            if !request.headers.contains(name: "content-type") {
                request.headers.add(name: "content-type", value: "application/json")
            }
            request.body = .bytes(bytes)
        }
        let response = try await client.execute(request, timeout: .seconds(120))
        let body = try await response.body.collect(upTo: limit)
        return HTTPAnswer(
            status: Int(response.status.code),
            headers: response.headers,
            body: Array(body.readableBytesView),
            asked: "\(method) \(url)"
        )
    }
}
