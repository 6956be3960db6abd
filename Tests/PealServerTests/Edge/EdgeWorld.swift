import AsyncHTTPClient
import Foundation
import Logging
import NIOCore
import NIOHTTP1
import PealHTTP

@testable import PealServer

/// A sandbox server of a test's own, under limits of its own, spoken to through real sockets.
struct EdgeWorld: Sendable {
    /// Waits as long as a test needs: whether something comes is what is tested, not how soon.
    static let client: HTTPClient = {
        var configuration = HTTPClient.Configuration()
        configuration.timeout = .init(connect: .minutes(5), read: .minutes(10))
        return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }()

    let url: String
    let port: Int

    /// Runs a test against a server.
    static func run(
        limits: EdgeLimits = EdgeLimits(),
        logger: Logger = quiet,
        _ body: @escaping @Sendable (EdgeWorld) async throws -> Void
    ) async throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "peal-edge-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: directory) }
        var plan = try ServerPlan.sandbox(dataDirectory: directory.path)
        plan.configuration.edge = limits
        try await Server.withRunning(plan, logger: logger) { server in
            try await body(EdgeWorld(url: server.url, port: URL(string: server.url)?.port ?? 0))
        }
    }

    static var quiet: Logger {
        var logger = Logger(label: "peal")
        logger.logLevel = .critical
        return logger
    }

    /// One call on a connection of its own.
    func call(
        _ method: String,
        _ path: String,
        key: String? = "sk_test_reports",
        body: String? = nil,
        headers: [(String, String)] = []
    ) async throws -> Answer {
        var request = HTTPClientRequest(url: url + path)
        request.method = HTTPMethod(rawValue: method)
        request.headers.add(name: "connection", value: "close")
        if let key { request.headers.add(name: "authorization", value: "Bearer \(key)") }
        if let body {
            request.headers.add(name: "content-type", value: "application/json")
            request.body = .bytes(Array(body.utf8))
        }
        for (name, value) in headers { request.headers.add(name: name, value: value) }
        let response = try await Self.client.execute(request, timeout: .minutes(10))
        let bytes = try await response.body.collect(upTo: 1024 * 1024)
        return Answer(status: Int(response.status.code), headers: response.headers, text: String(buffer: bytes))
    }

    struct Answer: Sendable {
        var status: Int
        var headers: HTTPHeaders
        var text: String

        subscript(name: String) -> String? { headers.first(name: name) }
    }

    /// How many answers had a status, of all apps and routes.
    func answers(status: Int) async throws -> Int {
        let lines = try await call("GET", "/metrics", key: nil).text.split(separator: "\n")
        return lines.filter { $0.hasPrefix("peal_http_answers_total{") && $0.contains("status=\"\(status)\"}") }
            .compactMap { $0.split(separator: " ").last.flatMap { Int($0) } }.reduce(0, +)
    }

    /// The value of a metric without labels, or with these.
    func metric(_ name: String) async throws -> Int? {
        let lines = try await call("GET", "/metrics", key: nil).text.split(separator: "\n")
        return lines.first { $0.hasPrefix(name + " ") }.flatMap { Int($0.dropFirst(name.count + 1)) }
    }
}
