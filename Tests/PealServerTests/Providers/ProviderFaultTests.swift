import PealCore
import PealProviderKit
import PealSandbox
import PealTesting
import Testing

@testable import PealServer

/// What is the same for all push services; the reasons of each are in its own tests.
@Suite("When any push service fails")
struct ProviderFaultTests {
    @Test("an error of the service is tried again later", arguments: ProviderRoute.one)
    func unavailable(_ route: ProviderRoute) async throws {
        try await SimulatedProvider.run(route) { bench in
            let phone = try bench.phone()
            try bench.add(Fault(answer: Fault.Answer(status: 500), times: 1))
            let outcome = await bench.send(to: phone.token)
            guard case .unavailable = outcome else {
                Issue.record("\(outcome)")
                return
            }
            #expect(try bench.screen(phone.id).notifications.isEmpty)
            bench.clock.advance(by: .seconds(30))
            #expect(await bench.send(to: phone.token).isAccepted)
            #expect(bench.simulators.faults.all.isEmpty)
        }
    }

    @Test(
        "a lost answer is unknown, whether the push was taken or not",
        arguments: ProviderRoute.one,
        [Fault.Reset.beforeAccept, .afterAccept]
    )
    func lostAnswer(_ route: ProviderRoute, _ reset: Fault.Reset) async throws {
        try await SimulatedProvider.run(route) { bench in
            let isTaken = reset == .afterAccept
            let phone = try bench.phone()
            try bench.add(Fault(reset: reset, times: 1))
            let outcome = await bench.send(to: phone.token)
            guard case .unknown = outcome else {
                Issue.record("\(outcome)")
                return
            }
            #expect(try bench.screen(phone.id).notifications.count == (isTaken ? 1 : 0))
            let entry = try #require(bench.simulators.requestLog.entries().items.first)
            #expect(isTaken ? (200..<300).contains(entry.status) : entry.status == 0)
            #expect(entry.reason == (isTaken ? "answer-lost" : "reset"))
        }
    }

    @Test("an answer may lie: the push reached the phone all the same", arguments: ProviderRoute.one)
    func lies(_ route: ProviderRoute) async throws {
        try await SimulatedProvider.run(route) { bench in
            let phone = try bench.phone()
            try bench.add(Fault(answer: Fault.Answer(status: 503), isAccepted: true, times: 1))
            let outcome = await bench.send(to: phone.token)
            #expect(!outcome.isAccepted)
            #expect(try bench.screen(phone.id).notifications.count == 1)
        }
    }

    @Test(
        "it fails for those alone that a fault is for",
        arguments: ProviderRoute.one,
        [
            FaultMatch(text: "Ride"), FaultMatch(text: "driver"), FaultMatch(title: "Ride"),
            FaultMatch(type: "ride-picked-up"), FaultMatch(title: "Ride", type: "ride-picked-up"),
            FaultMatch(phone: "phone-1"),
        ]
    )
    func matching(_ route: ProviderRoute, _ match: FaultMatch) async throws {
        try await SimulatedProvider.run(route) { bench in
            let phone = try bench.phone()
            try bench.add(Fault(match: match, answer: Fault.Answer(status: 500)))
            #expect(await !bench.send(to: phone.token).isAccepted)
            let other = await bench.send(to: try bench.address(), payload: .fixture(type: "bus")) { message in
                message.title = "Bus"
                message.body = "Soon"
            }
            #expect(other.isAccepted, "\(other)")
        }
    }

    @Test(
        "it fails as often as a fault's probability says, and not by the fault of another",
        arguments: ProviderRoute.one
    )
    func probability(_ route: ProviderRoute) async throws {
        try await SimulatedProvider.run(route) { bench in
            let token = try bench.address()
            let another = ProviderID(rawValue: "another")
            try bench.simulators.faults.add(Fault(provider: another, answer: Fault.Answer(status: 500)))
            #expect(await bench.send(to: token).isAccepted)
            try bench.add(Fault(answer: Fault.Answer(status: 500), probability: 0.5))
            var failures = 0
            for _ in 0..<60 where await !bench.send(to: token).isAccepted { failures += 1 }
            #expect((10...50).contains(failures))
        }
    }
}
