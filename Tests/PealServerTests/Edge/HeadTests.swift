import Testing

@Suite("HEAD")
struct HeadTests {
    /// The path, and the status of the answer.
    private static let calls = [
        ("/healthz", 200), ("/", 404), ("/openapi.json", 200), ("/nope", 404), ("/api/v1/triggers/bulk", 405),
        ("/api/v1/triggers/trg_1", 404), ("/api/v1/users/nobody", 404), ("/api/v1/triggers?limit=0", 422),
        ("/api/v1/users/me/devices", 404), ("/api/v1/client-config", 403),
    ]

    @Test("is answered without a body, also when the answer is a problem: the next answer follows", arguments: calls)
    func withoutBody(path: String, status: Int) async throws {
        try await EdgeWorld.run { world in
            let text = try await RawConnection.with(port: world.port) { connection in
                let fields = "Host: localhost\r\nAuthorization: Bearer sk_test_reports\r\n"
                try await connection.send(
                    "HEAD \(path) HTTP/1.1\r\n\(fields)\r\nGET /healthz HTTP/1.1\r\n\(fields)Connection: close\r\n\r\n"
                )
                return await connection.untilClosed()
            }
            #expect(text.hasPrefix("HTTP/1.1 \(status) "), "\(text)")
            let end = try #require(text.firstRange(of: "\r\n\r\n"))
            #expect(text[end.upperBound...].hasPrefix("HTTP/1.1 200 OK\r\n"), "\(text)")
        }
    }

    @Test("is answered without a body when the connection ends with it")
    func unauthenticated() async throws {
        try await EdgeWorld.run { world in
            let text = try await RawConnection.with(port: world.port) { connection in
                try await connection.send("HEAD /api/v1/triggers HTTP/1.1\r\nHost: localhost\r\n\r\n")
                return await connection.untilClosed()
            }
            #expect(text.hasPrefix("HTTP/1.1 401 ") && text.hasSuffix("\r\n\r\n"), "\(text)")
        }
    }
}
