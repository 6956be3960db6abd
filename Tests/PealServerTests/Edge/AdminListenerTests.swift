import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import PealCrypto
import Testing

@testable import PealServer

@Suite("The listener of admin")
struct AdminListenerTests {
    private static func get(_ url: String, _ name: String? = nil, _ value: String = "") async throws -> Int {
        var request = HTTPClientRequest(url: url)
        if let name { request.headers.add(name: name, value: value) }
        let response = try await EdgeWorld.client.execute(request, timeout: .minutes(10))
        _ = try await response.body.collect(upTo: 1024 * 1024)
        return Int(response.status.code)
    }

    private static func serve(
        _ settings: String,
        _ body: @escaping @Sendable (RunningServer) async throws -> Void
    ) async throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "peal-admin-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: directory,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        defer { try? FileManager.default.removeItem(at: directory) }
        let file = directory.appending(path: "peal.yaml")
        try Data("rootKey: \"\(RootKey.generate())\"\n\(settings)\n".utf8).write(to: file)
        let paths = InstallationPaths(
            configuration: ConfigurationPath(path: file.path, isNamed: true),
            data: directory.appending(path: "data").path
        )
        let plan = try await ServerPlan.production(paths, port: 0, crashAt: nil)
        try await Server.withRunning(plan, logger: EdgeWorld.quiet, body)
    }

    @Test("serves the numbers and health, and nothing else; the public one serves all but the numbers")
    func own() async throws {
        try await Self.serve("admin: 127.0.0.1:0") { server in
            let admin = try #require(server.adminURL)
            #expect(admin != server.url)
            #expect(try await Self.get(admin + "/metrics") == 200)
            // The loops have not all begun where a machine is slow.
            while try await Self.get(admin + "/readyz") == 503 {}
            for path in ["/healthz", "/readyz"] { #expect(try await Self.get(admin + path) == 200) }
            #expect(try await Self.get(admin + "/openapi.json") == 404)
            #expect(try await Self.get(admin + "/api/v1/triggers") == 404)
            #expect(try await Self.get(server.url + "/metrics") == 404)
            for path in ["/healthz", "/readyz"] { #expect(try await Self.get(server.url + path) == 200) }
        }
    }

    @Test("answers when the public one has no connection left")
    func whenFull() async throws {
        try await Self.serve("admin: 127.0.0.1:0\nconnections: 16\nproxies: [192.0.2.1]") { server in
            let admin = try #require(server.adminURL)
            while try await Self.get(admin + "/readyz") == 503 {}
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<64 {
                    group.addTask { try await RawConnection.with(port: server.port) { _ = await $0.untilClosed() } }
                }
                for round in 0..<90 {
                    let path = ["/healthz", "/readyz", "/metrics"][round % 3]
                    let status = try await Self.get(admin + path)
                    #expect(status == 200, "\(path)")
                }
                group.cancelAll()
            }
        }
    }

    @Test("is not there unless it is set: then callers on this machine read the numbers, and nobody through a proxy")
    func unset() async throws {
        try await Self.serve("") { server in
            #expect(server.adminURL == nil)
            let near = try await Self.get(server.url + "/metrics")
            #expect(near == 200)
            let marks = [
                ("x-forwarded-for", "203.0.113.7"), ("x-forwarded-for", "127.0.0.1"), ("x-real-ip", "203.0.113.7"),
                ("via", "1.1 proxy"), ("forwarded", "for=203.0.113.7"), ("host", "push.example.com"),
            ]
            for (name, value) in marks {
                let far = try await Self.get(server.url + "/metrics", name, value)
                #expect(far == 404, "\(name): \(value)")
            }
            #expect(try await Self.get(server.url + "/healthz", "host", "push.example.com") == 200)
        }
    }

    @Test("that cannot be opened is named with its setting")
    func taken() async throws {
        let error = await #expect(throws: ServerError.self) {
            try await Self.serve("admin: 192.0.2.1:0") { _ in }
        }
        #expect(error?.code == .port)
        #expect(error?.message.hasPrefix("admin: 192.0.2.1:0 cannot be opened") == true)
    }
}
