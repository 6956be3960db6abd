import NIOCore
import PealHTTP
import Synchronization
import Testing

// One test at a time: their sockets have deadlines of seconds, which hundreds of others would use up.
@Suite("Connections that are held", .serialized)
struct HeldConnectionTests {
    private static let budget = 16 * 1024 * 1024
    private static let limits = EdgeLimits(
        connections: ConnectionLimits(
            header: .seconds(15),
            idle: .seconds(15),
            body: .seconds(20),
            closing: .seconds(2)
        ),
        bodyBytes: budget
    )

    /// What a hostile client sends before it falls silent.
    private enum Hold: CaseIterable {
        case nothing, halfAHeader, aWholeRequest, halfABody

        var text: String {
            switch self {
            case .nothing: ""
            case .halfAHeader: "GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Slow: "
            case .aWholeRequest: "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
            case .halfABody: HeldConnectionTests.post("/api/v1/triggers", length: 1_000) + "{\"type\":"
            }
        }
    }

    /// How often something happened.
    private final class Count: Sendable {
        private let number = Mutex(0)

        var value: Int { number.withLock { $0 } }

        func add() { number.withLock { $0 += 1 } }
    }

    private static func post(_ path: String, length: Int, key: String = "sk_test_reports") -> String {
        "POST \(path) HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(key)\r\n"
            + "Content-Type: application/json\r\nContent-Length: \(length)\r\n\r\n"
    }

    @Test("280 of them end by themselves, hold no more memory than the budget, and others are served meanwhile")
    func held() async throws {
        try await EdgeWorld.run(limits: Self.limits) { world in
            let silent = Count()
            try await withThrowingTaskGroup(of: String.self) { group in
                for hold in Hold.allCases {
                    for _ in 0..<50 {
                        group.addTask {
                            try await RawConnection.with(port: world.port) { connection in
                                try await connection.send(hold.text)
                                silent.add()
                                return await connection.untilClosed()
                            }
                        }
                    }
                }
                let part = [UInt8](repeating: 0x20, count: 64 * 1024)
                for _ in 0..<80 {
                    group.addTask {
                        try await RawConnection.with(port: world.port) { connection in
                            try await connection.send(Self.post("/api/v1/triggers/bulk", length: 4 * 1024 * 1024))
                            await connection.send(whileTaken: part, times: 62)
                            return await connection.untilClosed()
                        }
                    }
                }
                while silent.value < 200 { await Task.yield() }
                for number in 0..<20 {
                    let answer = try await world.call("PUT", "/api/v1/users/u\(number)", body: "{\"name\":\"U\"}")
                    #expect(answer.status == 201, "\(answer.text)")
                }
                // Every one of them has ended: otherwise this does not.
                var answers: [String] = []
                for try await answer in group { answers.append(answer) }
                #expect(answers.count == 280)
                #expect(answers.count { $0.hasPrefix("HTTP/1.1 200") } == 50)
                #expect(answers.contains { $0.hasPrefix("HTTP/1.1 408") && $0.contains("request-timeout") })
                #expect(answers.contains { $0.hasPrefix("HTTP/1.1 503") && $0.contains("\"overloaded\"") })
            }
            let most = try #require(try await world.metric("peal_http_body_bytes_most"))
            #expect(most > Self.budget / 2 && most <= Self.budget)
            #expect(try await world.metric("peal_http_body_bytes") == 0)
            #expect(try await world.answers(status: 500) == 0)
        }
    }

    @Test("at the most connections there may be, further ones wait until one has ended, and are served then")
    func cap() async throws {
        var limits = Self.limits
        limits.connections.connections = 8
        try await EdgeWorld.run(limits: limits) { world in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<40 {
                    group.addTask { try await RawConnection.untilEnded(port: world.port) }
                }
                #expect(try await world.call("GET", "/healthz", key: nil).status == 200)
                try await group.waitForAll()
            }
        }
    }

    @Test(
        "a caller that is not let in, or sends more than is read, is answered and cut off without its body being read",
        arguments: [
            (post("/api/v1/triggers/bulk", length: 4_000_000, key: "sk_live_wrong"), "HTTP/1.1 401"),
            (post("/api/v1/triggers", length: 4_000_000), "HTTP/1.1 413"),
            ("GET /api/v1/triggers HTTP/1.1\r\nHost: localhost\r\n\r\n", "HTTP/1.1 401"),
        ]
    )
    func cutOff(request: String, status: String) async throws {
        // Nothing but the answer itself can be the reason for the end.
        var limits = EdgeLimits()
        limits.connections.closing = .milliseconds(200)
        try await EdgeWorld.run(limits: limits) { world in
            let answer = try await RawConnection.with(port: world.port) { connection in
                try await connection.send(request)
                return await connection.untilClosed()
            }
            #expect(answer.hasPrefix(status), "\(answer)")
            #expect(answer.lowercased().contains("connection: close"))
        }
    }

    @Test("an export that nobody takes is cut, and its connection ends")
    func unread() async throws {
        var limits = Self.limits
        limits.connections.idle = .seconds(1)
        try await EdgeWorld.run(limits: limits) { world in
            // Two entries for each: more than the buffers of both sides hold.
            for part in 0..<8 {
                let users = (0..<1000).map { "\"u\(part)-\($0)\"" }
                let bulk = users.map { "{\"id\":\($0)}" }.joined(separator: ",")
                let put = try await world.call(
                    "POST",
                    "/api/v1/users/bulk",
                    key: "sk_test_gss",
                    body: "{\"users\":[\(bulk)]}"
                )
                try #require(put.status == 200, "\(put.text)")
                let kudos = """
                    {"type":"kudos","to":{"users":[\(users.joined(separator: ","))]},"data":{"from":"D","message":"Hi"}}
                    """
                let sent = try await world.call("POST", "/api/v1/triggers", key: "sk_test_gss", body: kudos)
                try #require(sent.status == 202, "\(sent.text)")
            }
            let wait = #"{"timeoutMs":60000}"#
            while try await !world.call("POST", "/sandbox/settle", body: wait).text.contains("true") {}
            let others = try #require(try await world.metric("peal_http_connections"))
            let taken = try await RawConnection.with(port: world.port, receiving: 4096) { connection in
                try await connection.send(
                    "GET /api/v1/audit/export HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer sk_test_gss\r\n\r\n"
                )
                while try await world.metric("peal_http_connections") ?? 0 > others { await Task.yield() }
                return await connection.untilClosed()
            }
            #expect(taken.hasPrefix("HTTP/1.1 200") && !taken.hasSuffix("0\r\n\r\n"))
        }
    }
}
