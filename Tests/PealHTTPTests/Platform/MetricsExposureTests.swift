import HTTPTypes
import PealWire
import Testing

@testable import PealHTTP

@Suite("Who may read /metrics")
struct MetricsExposureTests {
    private static let examples: [(MetricsExposure, isLocal: Bool, isServed: Bool)] = [
        (.everyone, false, true), (.everyone, true, true), (.local, true, true), (.local, false, false),
        (.elsewhere, true, false), (.elsewhere, false, false),
    ]

    @Test("at the public listener, and as if there were no such path to others", arguments: 0..<examples.count)
    func publicListener(index: Int) async throws {
        let (exposure, isLocal, isServed) = Self.examples[index]
        let controller = OperatorController(
            health: HealthChecks(checks: []) { "peal_up 1\n" },
            edgeMetrics: { "edge 2\n" },
            exposure: exposure,
            contract: { [] }
        )
        let call = IncomingCall(
            route: .metrics,
            parameters: [:],
            rawQuery: nil,
            headers: [:],
            body: [],
            rules: ReadingRules(refusesUnknownMembers: true) { _ in true },
            isLocal: isLocal
        )
        let endpoint = try #require(controller.endpoints.first { $0.route == .metrics })
        guard case .open(let handle) = endpoint.handler else {
            Issue.record("it asks who calls")
            return
        }
        if isServed {
            #expect(String(decoding: try await handle(call).body, as: UTF8.self) == "peal_up 1\nedge 2\n")
        } else {
            await #expect(throws: Problem.noSuchEndpoint) { try await handle(call) }
        }
        // The listener of its own serves it in any case.
        guard case .open(let own) = try #require(controller.adminEndpoints.first).handler else {
            Issue.record("the listener of its own asks who calls")
            return
        }
        #expect(try await own(call).status == 200)
    }
}
