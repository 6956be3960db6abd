import PealCore
import PealWire
import Testing

@testable import PealHTTP

@Suite("Idempotency keys")
struct IdempotencyTicketTests {
    private static func ticket(_ header: String) throws(Problem) -> IdempotencyTicket {
        try IdempotencyTicket(header: header, app: "gss", operation: "POST /api/v1/triggers", requestHash: [1])
    }

    @Test("quoted or bare is the same key", arguments: ["k-1", "\"k-1\""])
    func quoted(header: String) throws {
        let ticket = try Self.ticket(header)
        #expect(ticket.key.key == (try Self.ticket("k-1")).key.key)
        #expect(ticket.key.key != (try Self.ticket("k-2")).key.key)
        #expect(ticket.key.operation == "POST /api/v1/triggers")
        #expect(ticket.key.app == "gss")
    }

    @Test("255 visible ASCII characters are the most", arguments: [1, 255])
    func longest(length: Int) throws {
        #expect(try Self.ticket(String(repeating: "k", count: length)).key.key.utf8.count == 43)
    }

    @Test(
        "only a hash of it is kept",
        arguments: [
            "order-4711", "anna@example.org", "+49 30 1234567", "\"quoted key\"",
            "5f0c8d5e-2d5b-4e59-9d0e-3c5f4b6e7a10", "key",
        ]
    )
    func hashed(header: String) throws {
        let key = try Self.ticket(header).key.key
        #expect(key.utf8.count == 43 && !key.contains(header.replacing("\"", with: "")))
    }

    @Test(
        "anything else is refused",
        arguments: ["", "\"\"", String(repeating: "k", count: 256), "k\u{1}", "ké", "k\u{7F}"]
    )
    func refused(header: String) {
        let problem = #expect(throws: Problem.self) { try Self.ticket(header) }
        #expect(problem?.errors.map(\.pointer) == ["header:Idempotency-Key"])
    }
}
