import Foundation
import PealCore
import PealCrypto
import Testing

@testable import PealServer

/// It is due in 10 minutes and expires in 20.
@Suite("A reminder that falls due while the server does not run")
struct ReminderWhileDownTests {
    private static func json(_ answer: EdgeWorld.Answer) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(answer.text.utf8)) as? [String: Any], "\(answer.text)")
    }

    private static func schedule(_ world: ClockWorld, _ edge: EdgeWorld, at start: String) async throws -> [String: Any]
    {
        let body = "{\"times\": {\"startsAt\": \"\(start)\"}, \"members\": [{\"user\": \"ann\", \"role\": \"member\"}]}"
        let answer = try await edge.call("PUT", "/api/v1/entities/event/e1", key: world.key.text, body: body)
        try #require([200, 201].contains(answer.status), "\(answer.text)")
        return try json(answer)
    }

    private static func why(_ query: String, _ world: ClockWorld, _ edge: EdgeWorld) async throws -> [String: Any] {
        try json(try await edge.call("GET", "/api/v1/why?\(query)", key: world.key.text))
    }

    @Test(
        "and expires is not sent later, and why and the entity name it and by how much",
        arguments: [21, 25, 40, 55, 59]
    )
    func expired(minutes: Int64) async throws {
        try await ClockWorld.with { world in
            let start = (SystemClock().now + .seconds(30 * 60)).rfc3339
            try await world.serve { _ = try await Self.schedule(world, $0, at: start) }
            let before = try world.rows()
            try await world.serve(.seconds(minutes * 60)) { edge in
                for query in ["user=ann&type=soon", "user=ann", "type=soon"] {
                    try await world.until("\(query) says why") {
                        let findings = try await Self.why(query, world, edge)["findings"] as? [[String: Any]]
                        return findings?.first?["code"] as? String == "schedule-expired"
                    }
                }
                let answer = try await Self.why("user=ann&type=soon", world, edge)
                let hint = try #require(answer["hint"] as? String)
                #expect(hint.contains("event/e1") && hint.contains("expired at"), "\(hint)")
                let put = try await Self.schedule(world, edge, at: start)
                let schedules = try #require(put["schedules"] as? [[String: Any]], "\(put)")
                let soon = try #require(schedules.first)
                #expect(soon["reason"] as? String == "too-late", "\(put)")
                let by = try #require(soon["expiredBy"] as? String)
                #expect(by.hasPrefix("PT\(minutes - 20)M"), "\(by)")
            }
            #expect(try world.rows()["notification"] == before["notification"])
        }
    }

    @Test("and is still of use is sent when the server runs again", arguments: [11, 15, 18])
    func late(minutes: Int64) async throws {
        try await ClockWorld.with { world in
            let start = (SystemClock().now + .seconds(30 * 60)).rfc3339
            try await world.serve { _ = try await Self.schedule(world, $0, at: start) }
            try await world.serve(.seconds(minutes * 60)) { edge in
                try await world.until("it is decided") {
                    let items = try await Self.why("user=ann&type=soon", world, edge)["items"] as? [[String: Any]]
                    return items?.isEmpty == false
                }
                let findings = try await Self.why("user=ann&type=soon", world, edge)["findings"] as? [[String: Any]]
                #expect(findings?.contains { $0["code"] as? String == "schedule-expired" } != true)
            }
        }
    }
}
