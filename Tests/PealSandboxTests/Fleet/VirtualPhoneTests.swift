import PealCore
import PealProviderKit
import PealTesting
import Testing

@testable import PealSandbox

@Suite("A virtual phone")
struct VirtualPhoneTests {
    @Test(
        "shows only what it may",
        arguments: [(PushPermission.granted, 1, 1), (.provisional, 1, 0), (.denied, 0, 0), (.notDetermined, 0, 0)]
    )
    func permission(_ permission: PushPermission, shown: Int, sounds: Int) async throws {
        try await FCMBench.run { bench in
            let phone = try bench.phone(permission: permission)
            #expect(try await bench.provider().send(.fixture(token: phone.token)).isAccepted)
            let screen = try bench.simulator.phones.screen(phone.id)
            #expect(screen.notifications.count == shown)
            #expect(screen.sounds.count == sounds)
            let receipts = try bench.simulator.phones.phone(phone.id).receipts
            #expect(Array(receipts.values) == [permission.allowsPush ? .shown : .blocked])
        }
    }

    @Test("gets what waited when it is back, collapsed, and nothing that expired")
    func offline() async throws {
        try await FCMBench.run { bench in
            let phone = try bench.phone()
            let provider = try bench.provider()
            try bench.simulator.phones.disconnect(phone.id)
            for (id, key, ttl) in [
                ("ntf_1", "eta", 3600), ("ntf_2", "eta", 3600), ("ntf_3", nil, 60), ("ntf_4", nil, 0),
            ] {
                let message = PushMessage.fixture(
                    token: phone.token,
                    collapseKey: key,
                    timeToLive: .seconds(ttl),
                    payload: .fixture(id: id)
                )
                #expect(await provider.send(message).isAccepted)
            }
            #expect(try bench.notifications(phone.id).isEmpty)
            #expect(
                try bench.simulator.phones.phone(phone.id).receipts
                    == ["ntf_1": .dropped, "ntf_2": .waiting, "ntf_3": .waiting, "ntf_4": .waiting]
            )
            bench.clock.advance(by: .seconds(61))
            try bench.simulator.phones.reconnect(phone.id)
            #expect(try bench.notifications(phone.id).map(\.id) == ["ntf_2"])
            #expect(
                try bench.simulator.phones.phone(phone.id).receipts
                    == ["ntf_1": .dropped, "ntf_2": .shown, "ntf_3": .dropped, "ntf_4": .dropped]
            )
        }
    }

    @Test(
        "loses everything when more than a hundred pushes waited on Android, and all but the latest on iOS",
        arguments: [(Platform.android, 100, 50), (.android, 101, 0), (.ios, 3, 1)]
    )
    func queue(_ platform: Platform, count: Int, shown: Int) async throws {
        try await FCMBench.run { bench in
            let phone = try bench.phone(platform)
            let provider = try bench.provider()
            try bench.simulator.phones.disconnect(phone.id)
            for number in 0..<count {
                let message = PushMessage.fixture(
                    token: phone.token,
                    platform: platform,
                    payload: .fixture(id: "ntf_\(number)")
                )
                #expect(await provider.send(message).isAccepted)
            }
            try bench.simulator.phones.reconnect(phone.id)
            #expect(try bench.notifications(phone.id).count == shown)
        }
    }

    @Test("is known by its id alone")
    func unknown() throws {
        let fleet = DeviceFleet(limit: 1, now: { TestClock().now })
        #expect(throws: PhoneError.self) { try fleet.screen("phone-1") }
        let id = try fleet.add(app: "a", user: "u", provider: .fcm, platform: .ios, token: "t")
        #expect(try fleet.screen(id) == PhoneScreen(notifications: [], badge: 0, sounds: []))
        #expect(throws: PhoneError.self) {
            try fleet.add(app: "a", user: "u", provider: .fcm, platform: .ios, token: "t2")
        }
        #expect(throws: PhoneError.self) { try fleet.tap(id, notification: "ntf_1") }
    }
}
