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
        #expect(ticket.key.key == "k-1")
        #expect(ticket.key.operation == "POST /api/v1/triggers")
        #expect(ticket.key.app == "gss")
    }

    @Test("255 visible ASCII characters are the most", arguments: [1, 255])
    func longest(length: Int) throws {
        #expect(try Self.ticket(String(repeating: "k", count: length)).key.key.count == length)
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
