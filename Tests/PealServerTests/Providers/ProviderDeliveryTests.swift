import PealCore
import PealProviderKit
import PealSandbox
import PealTesting
import Testing

@testable import PealServer

/// What is the same for all push services; what one of them does in its own way is in its own tests.
@Suite("A push by any service")
struct ProviderDeliveryTests {
    @Test("is shown on the phone, and in the request log", arguments: ProviderRoute.all)
    func shown(_ route: ProviderRoute) async throws {
        try await SimulatedProvider.run(route) { bench in
            let phone = try bench.phone()
            let outcome = await bench.send(to: phone.token)
            #expect(outcome.isAccepted, "\(outcome)")
            let screen = try bench.screen(phone.id)
            #expect(screen.badge == 3)
            #expect(screen.sounds == ["default"])
            #expect(screen.notifications.map(\.id) == ["ntf_1"])
            #expect(screen.notifications.map(\.title) == ["Ride"])
            #expect(screen.notifications.map(\.body) == ["Your driver is here"])
            let entries = bench.simulators.requestLog.entries().items
            #expect(entries.map(\.provider) == [route.traits.id])
            #expect(entries.map(\.phoneID) == [phone.id])
            #expect(entries.allSatisfy { (200..<300).contains($0.status) && $0.reason == nil })
        }
    }

    @Test(
        "that comes twice is shown once; one with the same collapse key replaces it, and nothing else",
        arguments: ProviderRoute.all
    )
    func replaces(_ route: ProviderRoute) async throws {
        try await SimulatedProvider.run(route) { bench in
            let phone = try bench.phone()
            let pushes = [("ntf_1", "eta"), ("ntf_1", "eta"), ("ntf_2", "eta"), ("ntf_3", nil), ("ntf_3", nil)]
            for (id, key) in pushes {
                let outcome = await bench.send(to: phone.token, collapseKey: key, payload: .fixture(id: id))
                #expect(outcome.isAccepted, "\(outcome)")
            }
            #expect(try bench.screen(phone.id).notifications.map(\.id) == ["ntf_2", "ntf_3"])
            #expect(bench.simulators.requestLog.counters.accepted == 5)
        }
    }

    @Test("is cleared by a push that clears, and the highest badge version stays", arguments: ProviderRoute.silent)
    func clear(_ route: ProviderRoute) async throws {
        try await SimulatedProvider.run(route) { bench in
            let phone = try bench.phone()
            let payloads = [
                PushPayload.fixture(), .fixture(op: "clear", badge: 2, badgeVersion: 9),
                .fixture(op: "badge", badge: 5, badgeVersion: 8),
            ]
            for payload in payloads {
                let outcome = await bench.send(to: phone.token, payload: payload)
                #expect(outcome.isAccepted, "\(payload.op): \(outcome)")
            }
            let screen = try bench.screen(phone.id)
            #expect(screen.notifications.isEmpty)
            #expect(screen.badge == 2)
            #expect(screen.sounds == ["default"])
        }
    }

    @Test("waits for a phone that is away, as long as it lives", arguments: ProviderRoute.all)
    func away(_ route: ProviderRoute) async throws {
        try await SimulatedProvider.run(route) { bench in
            for (life, shown) in [(60, 1), (5, 0), (0, 0)] {
                let phone = try bench.phone()
                try bench.simulators.phones.disconnect(phone.id)
                let outcome = await bench.send(to: phone.token, timeToLive: .seconds(life))
                #expect(outcome.isAccepted, "\(life) s: \(outcome)")
                bench.clock.advance(by: .seconds(10))
                try bench.simulators.phones.reconnect(phone.id)
                #expect(try bench.screen(phone.id).notifications.count == shown, "\(life) s")
            }
        }
    }

    @Test("finds out that the app is gone", arguments: ProviderRoute.all)
    func gone(_ route: ProviderRoute) async throws {
        try await SimulatedProvider.run(route) { bench in
            let phone = try bench.phone()
            #expect(await bench.send(to: phone.token).isAccepted)
            try bench.simulators.phones.uninstall(phone.id)
            let outcome = await bench.send(to: phone.token)
            guard case .gone = outcome else {
                Issue.record("\(outcome)")
                return
            }
        }
    }

    @Test("needs an address of its service, before it is stored (R007)", arguments: ProviderRoute.one)
    func address(_ route: ProviderRoute) async throws {
        try await SimulatedProvider.run(route) { bench in
            let address = try bench.address()
            #expect(bench.client.problem(withToken: address) == nil)
            for token in ["", "x"] {
                #expect(bench.client.problem(withToken: token) != nil)
                #expect(route.installed.plugin.tokenProblem(token) != nil)
            }
        }
    }

    @Test("needs credentials, which are asked for without a push to anybody", arguments: ProviderRoute.one)
    func credentials(_ route: ProviderRoute) async throws {
        try await SimulatedProvider.run(route) { bench in
            let check = await bench.client.checkCredentials()
            #expect(check == .accepted || check == .plausible, "\(check)")
            let phones = bench.simulators.requestLog.entries().items.compactMap(\.phoneID)
            #expect(phones.isEmpty)
        }
    }
}
