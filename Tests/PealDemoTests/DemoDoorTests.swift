import AsyncHTTPClient
import Foundation
import Logging
import NIOCore
import NIOHTTP1
import Testing

@testable import PealDemo
@testable import PealServer

@Suite("The port of the demo")
struct DemoDoorTests {
    @Test(
        "what is asked while no server listens, or one that is gone, waits for the next one",
        .timeLimit(.minutes(5)),
        arguments: [nil, 1]
    )
    func waits(old: Int?) async throws {
        try await DemoDoor.with(port: 0) { door, port in
            if let old { door.open(to: old) }
            let (answers, answered) = AsyncStream.makeStream(of: Int.self, bufferingPolicy: .bufferingNewest(1))
            try await withThrowingTaskGroup(of: Void.self) { tasks in
                tasks.addTask {
                    defer { answered.finish() }
                    answered.yield(try await Self.status("http://127.0.0.1:\(port)/"))
                }
                tasks.addTask {
                    try await Self.run { server in
                        door.open(to: server)
                        for await status in answers { #expect(status == 200) }
                        let status = try await Self.status("http://127.0.0.1:\(port)/main.js")
                        #expect(status == 200)
                    }
                }
                try await tasks.waitForAll()
            }
        }
    }

    private static func run(_ body: @escaping @Sendable (_ port: Int) async throws -> Void) async throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "peal-door-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: directory) }
        var quiet = Logger(label: "demo")
        quiet.logLevel = .critical
        let plan = try ServerPlan.demo(dataDirectory: directory.path)
        try await Server.withRunning(plan, logger: quiet) { server in try await body(server.port) }
    }

    private static func status(_ url: String) async throws -> Int {
        let request = HTTPClientRequest(url: url)
        let response = try await HTTPClient.shared.execute(request, timeout: .minutes(4))
        _ = try await response.body.collect(upTo: 16 * 1024 * 1024)
        return Int(response.status.code)
    }
}
