import Testing

@Suite("A server that stops")
struct DrainTests {
    @Test(
        "answers who still connects with 503 and ends the connection, until what is under way is done",
        arguments: [
            "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n",
            "POST /api/v1/triggers HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\nhello",
        ]
    )
    func drain(request: String) async throws {
        let (ports, opened) = AsyncStream.makeStream(of: Int.self)
        let (stops, stop) = AsyncStream.makeStream(of: Void.self)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                try await EdgeWorld.run { world in
                    opened.yield(world.port)
                    for await _ in stops {}
                }
                opened.finish()
            }
            var numbers = ports.makeAsyncIterator()
            let port = try #require(await numbers.next())
            // Its body is not complete: the server waits for it.
            let answer = try await RawConnection.with(port: port) { slow in
                let key = "Authorization: Bearer sk_test_reports\r\n"
                try await slow.send(
                    "POST /api/v1/triggers HTTP/1.1\r\nHost: localhost\r\n\(key)"
                        + "Content-Type: application/json\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n"
                )
                return try await slow.until("100 Continue") { slow in
                    stop.finish()
                    var late = ""
                    while !late.hasPrefix("HTTP/1.1 503") { late = try await Self.answer(to: request, port: port) }
                    #expect(late.lowercased().contains("\r\nconnection: close\r\n"))
                    #expect(
                        late.contains("the server is stopping") && late.lowercased().contains("\r\nretry-after: 1\r\n")
                    )
                    try await slow.send("{}")
                }
            }
            #expect(answer.contains("HTTP/1.1 422"), "what was under way is answered as ever: \(answer)")
            #expect(await numbers.next() == nil)
            await #expect(throws: (any Error).self) { try await Self.answer(to: request, port: port) }
            try await group.waitForAll()
        }
    }

    private static func answer(to request: String, port: Int) async throws -> String {
        try await RawConnection.with(port: port) { connection in
            try await connection.send(request)
            return await connection.untilClosed()
        }
    }
}
