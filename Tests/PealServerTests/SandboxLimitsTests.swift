import Foundation
import PealCore
import PealHTTP
import PealRealtime
import Testing

@testable import PealServer

@Suite("Limits from the environment of a sandbox")
struct SandboxLimitsTests {
    private static func limits(_ environment: [String: String]) throws -> EdgeLimits {
        let directory = FileManager.default.temporaryDirectory.appending(path: "peal-limits-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: directory) }
        return try ServerPlan.sandbox(dataDirectory: directory.path, environment: environment).configuration.edge
    }

    @Test("are those of production", arguments: [16, 17, 64, 4_096, 100_000])
    func connections(number: Int) throws {
        #expect(try Self.limits(["PEAL_CONNECTIONS": "\(number)"]).connections.connections == number)
    }

    @Test("are all read, and nothing else of the environment is")
    func all() throws {
        let limits = try Self.limits([
            "PEAL_STREAMS_PER_USER": "3", "PEAL_BODY_MEMORY": "9", "PEAL_RATE_LIMITS_KEY_RATE": "7", "PEAL_PORT": "no",
            "PEAL_ROOT_KEY": "none",
        ])
        #expect(limits.streams.connections == 3 && limits.bodyBytes == 9 * 1024 * 1024 && limits.rates.key.rate == 7)
        #expect(limits.connections == EdgeLimits().connections)
    }

    @Test("out of range are refused with the bounds", arguments: ["15", "0", "-1", "many", "1000001"])
    func refused(text: String) throws {
        let error = #expect(throws: ServerError.self) { try Self.limits(["PEAL_CONNECTIONS": text]) }
        #expect(error?.code == .configuration && error?.message.contains("connections") == true)
    }
}
