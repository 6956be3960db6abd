import AsyncHTTPClient
import NIOCore
import NIOHTTP1

/// Makes HTTP requests with one credential.
struct APICaller: Sendable {
    /// Keeps an unused connection for less time than a server does: else a request may meet one that is just being closed.
    private static let client: HTTPClient = {
        var configuration = HTTPClient.Configuration()
        configuration.connectionPool.idleTimeout = .seconds(5)
        return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }()

    let url: String
    let credential: String?
    var scheme = "Bearer"

    /// Sends a request with a JSON body, or none.
    func send(
        _ method: String,
        _ path: String,
        _ body: JSON? = nil,
        headers: [(String, String)] = []
    ) async throws -> Reply {
        let type = body == nil ? [] : [("content-type", "application/json")]
        return try await send(raw: method, path, body?.bytes, headers: type + headers)
    }

    /// Sends exactly these bytes and headers, and the credential.
    func send(
        raw method: String,
        _ path: String,
        _ body: [UInt8]?,
        headers: [(String, String)] = []
    ) async throws -> Reply {
        var request = request(method, path, headers)
        if let body { request.body = .bytes(body) }
        return try await execute(request)
    }

    private func request(_ method: String, _ path: String, _ headers: [(String, String)]) -> HTTPClientRequest {
        var request = HTTPClientRequest(url: url + path)
        request.method = HTTPMethod(rawValue: method)
        for (name, value) in headers { request.headers.add(name: name, value: value) }
        if let credential, !request.headers.contains(name: "authorization") {
            request.headers.add(name: "authorization", value: "\(scheme) \(credential)")
        }
        return request
    }

    private func execute(_ request: HTTPClientRequest) async throws -> Reply {
        let response = try await Self.client.execute(request, timeout: .minutes(20))
        let bytes = try await response.body.collect(upTo: 32 * 1024 * 1024)
        return Reply(
            request: "\(request.method.rawValue) \(request.url.dropFirst(url.count))",
            status: Int(response.status.code),
            headers: response.headers,
            bytes: Array(bytes.readableBytesView)
        )
    }

    func get(_ path: String) async throws -> JSON { try await send("GET", path).expecting(200) }
    func put(_ path: String, _ body: JSON) async throws -> JSON {
        try await send("PUT", path, body).expecting(200, 201, 204)
    }
    func patch(_ path: String, _ body: JSON) async throws -> JSON {
        try await send("PATCH", path, body).expecting(200, 204)
    }

    func post(_ path: String, _ body: JSON? = nil) async throws -> JSON {
        try await send("POST", path, body).expecting(200, 201, 202, 204)
    }

    func delete(_ path: String) async throws -> JSON { try await send("DELETE", path).expecting(200, 204) }
}
