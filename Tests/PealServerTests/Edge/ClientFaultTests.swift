import Logging
import Synchronization
import Testing

@Suite("What is no HTTP")
struct ClientFaultTests {
    /// Keeps what is logged at warning and above.
    private final class Complaints: Sendable {
        let all = Mutex<[String]>([])

        var logger: Logger { Logger(label: "test") { _ in Handler(complaints: self) } }

        private struct Handler: LogHandler {
            let complaints: Complaints
            var metadata: Logger.Metadata = [:]
            var logLevel = Logger.Level.warning

            subscript(metadataKey key: String) -> Logger.Metadata.Value? {
                get { metadata[key] }
                set { metadata[key] = newValue }
            }

            func log(event: LogEvent) {
                complaints.all.withLock { $0.append("\(event.message) \(event.metadata ?? [:])") }
            }
        }
    }

    private static let head =
        "POST /api/v1/triggers HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer sk_test_reports\r\n"
        + "Content-Type: application/json\r\n"

    /// Whole requests, each wrong in one way.
    private static let faults = [
        head + "Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n",
        head + "Transfer-Encoding: chunked\r\n\r\n2\r\n{}no end of a chunk\r\n0\r\n\r\n",
        head + "Transfer-Encoding: gzip\r\n\r\n{}",
        head + "Transfer-Encoding: gzip, chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
        head + "Transfer-Encoding: chunked, chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
        head + "Transfer-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
        head + "Transfer-Encoding: chunked, nonsense\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
        head + "Transfer-Encoding: chunked\r\nContent-Length: 2\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
        head + "Content-Length: two\r\n\r\n{}",
        "GET /healthz HTTP/1.1\r\n\r\n",
        "GET /healthz HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\n\r\n",
        "GET /healthz HTTP/1.1\r\nHost: localhost, evil.example\r\n\r\n",
        "GET /healthz HTTP/1.1\r\nHost: local host\r\n\r\n",
        "GET /healthz HTTP/1.1\r\nHost: localhost\r\nBroken header\r\n\r\n",
        "GET /healthz\r\n\r\n\r\n",
        "\u{1}\u{2}\u{3}\r\n\r\n",
    ]

    /// Requests whose head is over a limit: the server answers without waiting for their end.
    private static let longHeads = [
        "GET /\(String(repeating: "a", count: 200_000))", "GET / HTTP/1.1\r\n\(String(repeating: "a", count: 200_000))",
        "GET / HTTP/1.1\r\nHost: localhost\r\nX-Long: \(String(repeating: "a", count: 200_000))",
        "GET / HTTP/1.1\r\nHost: localhost\r\n\(String(repeating: "X-Many: a\r\n", count: 1_001))",
        "GET / HTTP/1.1\r\nHost: localhost\r\n\(String(repeating: "X-Wide: \(String(repeating: "a", count: 1_000))\r\n", count: 100))",
    ]

    @Test("A head that is over its limits is refused before its end, with the limits", arguments: longHeads)
    func long(head: String) async throws {
        try await EdgeWorld.run { world in
            let answer = try await RawConnection.with(port: world.port) { connection in
                await connection.send(whileTaken: Array(head.utf8), times: 1)
                return await connection.untilClosed()
            }
            #expect(answer.hasPrefix("HTTP/1.1 400"), "\(answer)")
            #expect(answer.contains("at most 1,000 and 80 KiB"), "\(answer)")
            #expect(try await world.call("GET", "/healthz", key: nil).status == 200)
        }
    }

    @Test("is answered 400 as a problem, on a connection that ends, and nobody is woken for it", arguments: faults)
    func refused(request: String) async throws {
        let complaints = Complaints()
        try await EdgeWorld.run(logger: complaints.logger) { world in
            let answer = try await RawConnection.with(port: world.port) { connection in
                try await connection.send(request)
                return await connection.untilClosed()
            }
            #expect(answer.hasPrefix("HTTP/1.1 400"), "\(answer)")
            #expect(answer.lowercased().contains("content-type: application/problem+json"), "\(answer)")
            #expect(answer.contains("\"code\":\"invalid\""), "\(answer)")
            #expect(try await world.answers(status: 500) == 0)
            // What is logged as the world stops belongs to no client.
            #expect(complaints.all.withLock { $0 } == [])
        }
    }

    /// One kibibyte of spaces, as it is and as a chunk.
    private static let kibibyte = [UInt8](repeating: 0x20, count: 1024)
    private static let chunk = Array("400\r\n".utf8) + kibibyte + Array("\r\n".utf8)

    /// The path, the kibibytes that its body may have, and how the length is stated.
    private static let tooLarge = [
        ("/api/v1/triggers", 256, "Content-Length: 263168"), ("/api/v1/triggers", 256, "Transfer-Encoding: chunked"),
        ("/api/v1/triggers/bulk", 4096, "Content-Length: 4195328"),
        ("/api/v1/triggers/bulk", 4096, "Transfer-Encoding: chunked"),
    ]

    @Test("a body over its limit is refused, and a client that goes on sending can read why", arguments: tooLarge)
    func refused(path: String, limit: Int, framing: String) async throws {
        try await EdgeWorld.run { world in
            let answer = try await RawConnection.with(port: world.port) { connection in
                try await connection.send(
                    "POST \(path) HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer sk_test_reports\r\n"
                        + "Content-Type: application/json\r\n\(framing)\r\n\r\n"
                )
                let part = framing.contains("chunked") ? Self.chunk : Self.kibibyte
                await connection.send(whileTaken: part, times: limit + 1)
                return await connection.untilClosed()
            }
            #expect(answer.hasPrefix("HTTP/1.1 413"), "\(answer)")
            #expect(answer.lowercased().contains("content-type: application/problem+json"), "\(answer)")
            #expect(answer.lowercased().contains("connection: close"), "\(answer)")
            #expect(answer.contains("\"code\":\"body-too-large\""), "\(answer)")
        }
    }

    @Test(
        "half an escape in a path, or one that is no UTF-8, is refused with its place",
        arguments: ["gh%f", "gh%", "%zz", "%ff"]
    )
    func escapes(name: String) async throws {
        try await EdgeWorld.run { world in
            let answer = try await RawConnection.with(port: world.port) { connection in
                try await connection.send(
                    Self.head.replacing("POST /api/v1/triggers", with: "PUT /api/v1/users/\(name)")
                        + "Connection: close\r\nContent-Length: 2\r\n\r\n{}"
                )
                return await connection.untilClosed()
            }
            #expect(answer.hasPrefix("HTTP/1.1 422"), "\(answer)")
            #expect(answer.contains("\"pointer\":\"path:userId\""), "\(answer)")
        }
    }

    @Test("a HEAD request that is no HTTP is answered without a body")
    func refusedHead() async throws {
        try await EdgeWorld.run { world in
            let answer = try await RawConnection.with(port: world.port) { connection in
                try await connection.send("HEAD /healthz HTTP/1.1\r\n\r\n")
                return await connection.untilClosed()
            }
            #expect(answer.hasPrefix("HTTP/1.1 400") && answer.hasSuffix("\r\n\r\n"), "\(answer)")
        }
    }

    @Test("HTTP/1.0 may leave the host out")
    func oldVersion() async throws {
        try await EdgeWorld.run { world in
            let answer = try await RawConnection.with(port: world.port) { connection in
                try await connection.send("GET /healthz HTTP/1.0\r\n\r\n")
                return await connection.untilClosed()
            }
            #expect(answer.contains(" 200 "), "\(answer)")
        }
    }

    @Test("a connection that is lost in the body wakes nobody")
    func lost() async throws {
        let complaints = Complaints()
        try await EdgeWorld.run(logger: complaints.logger) { world in
            for _ in 0..<20 {
                try await RawConnection.with(port: world.port) { connection in
                    try await connection.send(Self.head + "Content-Length: 1000\r\n\r\n{\"type\":")
                    try await connection.drop()
                }
            }
            while try await world.metric("peal_http_connections") != 1 {}
            #expect(try await world.answers(status: 500) == 0)
            // What is logged as the world stops belongs to no client.
            #expect(complaints.all.withLock { $0 } == [])
        }
    }

    @Test("a client that asks first is told to go on before its body is read")
    func expectation() async throws {
        try await EdgeWorld.run { world in
            let answer = try await RawConnection.with(port: world.port) { connection in
                try await connection.send(
                    Self.head + "Expect: 100-continue\r\nContent-Length: 2\r\nConnection: close\r\n\r\n"
                )
                return try await connection.until("HTTP/1.1 100 Continue\r\n\r\n") { try await $0.send("{}") }
            }
            #expect(answer.hasPrefix("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 422"), "\(answer)")
        }
    }

    @Test(
        "a client that asks first and is not let in, or asks for something else, is told so at once",
        arguments: [
            (head.replacing("sk_test_reports", with: "sk_live_wrong") + "Expect: 100-continue\r\n", "HTTP/1.1 401"),
            (head.replacing("application/json", with: "text/plain") + "Expect: 100-continue\r\n", "HTTP/1.1 415"),
            (head + "Expect: 200-ok\r\n", "HTTP/1.1 417"),
        ]
    )
    func refusedExpectation(request: String, status: String) async throws {
        try await EdgeWorld.run { world in
            let answer = try await RawConnection.with(port: world.port) { connection in
                try await connection.send(request + "Content-Length: 2\r\n\r\n")
                return await connection.untilClosed()
            }
            #expect(answer.hasPrefix(status), "\(answer)")
        }
    }
}
