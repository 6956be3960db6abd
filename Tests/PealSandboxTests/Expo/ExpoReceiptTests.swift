import PealCore
import PealExpo
import PealProviderKit
import PealTesting
import Testing

@testable import PealSandbox

@Suite("Expo's receipts")
struct ExpoReceiptTests {
    private static func send(_ bench: ExpoBench, _ provider: ExpoProvider, _ token: String) async throws -> String {
        try #require(await provider.send(.fixture(token: token, platform: .ios)).receipt)
    }

    @Test("come after a quarter of an hour and are gone after a day")
    func time() async throws {
        try await ExpoBench.run { bench in
            let provider = try bench.provider()
            let id = try await Self.send(bench, provider, bench.simulator.makeToken(project: "demo"))
            let good: [String: SendOutcome] = [id: .accepted(receipt: id)]
            for (step, expected) in [
                (Duration.zero, [:]), (.seconds(899), [:]), (.seconds(1), good),
                (.seconds(85_499), good), (.seconds(1), [:]),
            ] {
                bench.clock.advance(by: step)
                #expect(await provider.outcomes(of: [id, "nobody"]) == .success(expected))
            }
        }
    }

    @Test("say what the ticket did not know", arguments: [false, true], [false, true])
    func otherwise(_ isAccepted: Bool, isLate: Bool) async throws {
        try await ExpoBench.run { bench in
            let provider = try bench.provider()
            let phone = try bench.phone()
            let fault = Fault(
                match: FaultMatch(endpoint: "receipt", token: phone.token),
                answer: Fault.Answer(status: 200, reason: "DeviceNotRegistered"),
                isAccepted: isAccepted,
                times: 1
            )
            if !isLate { try bench.simulator.faults.add(fault) }
            let id = try await Self.send(bench, provider, phone.token)
            // Only a fault that is known in time keeps it from the phone.
            #expect(try bench.notifications(phone.id).isEmpty == (!isAccepted && !isLate))
            if isLate { try bench.simulator.faults.add(fault) }
            bench.clock.advance(by: .seconds(900))
            for _ in 0..<2 {
                #expect(
                    await provider.outcomes(of: [id])
                        == .success([id: .gone(reason: "DeviceNotRegistered", since: nil)])
                )
            }
        }
    }

    @Test("are asked for 300 at a time")
    func batches() async throws {
        try await ExpoBench.run { bench in
            let provider = try bench.provider()
            let token = bench.simulator.makeToken(project: "demo")
            let ids = await withTaskGroup(of: String?.self) { group in
                for _ in 0..<650 {
                    group.addTask { await provider.send(.fixture(token: token)).receipt }
                }
                return await group.reduce(into: [String]()) { if let id = $1 { $0.append(id) } }
            }
            #expect(ids.count == 650)
            bench.clock.advance(by: .seconds(900))
            let outcomes = try await provider.outcomes(of: ids).get()
            #expect(outcomes.count == 650)
            #expect(outcomes.allSatisfy { $0.value == .accepted(receipt: $0.key) })
            #expect(provider.receiptBatch == 300)
        }
    }

    @Test("that Expo does not want to give are asked for later", arguments: [429, 503, 401])
    func refused(_ status: Int) async throws {
        try await ExpoBench.run { bench in
            try bench.simulator.faults.add(
                Fault(match: FaultMatch(endpoint: "receipts"), answer: Fault.Answer(status: status, retryAfter: "3"))
            )
            let result = try await bench.provider().outcomes(of: ["a"])
            let reason = [429: "TOO_MANY_REQUESTS", 503: "INTERNAL_SERVER_ERROR", 401: "UNAUTHORIZED"][status]
            #expect(
                result
                    == .failure(
                        ReceiptFailure(reason: reason ?? "", retryAfter: status == 401 ? nil : .seconds(3))
                    )
            )
        }
    }

    @Test("whose answer breaks off are asked for later")
    func truncated() async throws {
        try await ExpoBench.run { bench in
            try bench.simulator.faults.add(Fault(match: FaultMatch(endpoint: "receipts"), reset: .truncated))
            let result = try await bench.provider().outcomes(of: ["a"])
            #expect(result == .failure(ReceiptFailure(reason: "answer-unreadable")))
        }
    }

    @Test("of messages that were too big say so")
    func tooBig() async throws {
        try await ExpoBench.run { bench in
            let phone = try bench.phone()
            let text = String(repeating: "x", count: 4096)
            let answer = await bench.post(
                "/--/api/v2/push/send",
                #"{"to":"\#(phone.token)","title":"a","body":"\#(text)"}"#
            )
            let id = try #require(answer.json.object?["data"]?.object?["id"]?.string)
            bench.clock.advance(by: .seconds(900))
            #expect(
                try await bench.provider().outcomes(of: [id])
                    == .success([id: .rejected(reason: "MessageTooBig", scope: .size)])
            )
            #expect(try bench.notifications(phone.id).isEmpty)
        }
    }
}
