import PealCore
import Testing

@testable import PealSandbox

@Suite("The device fleet")
struct DeviceFleetTests {
    @Test("names phones in the order they came, and finds them by their token")
    func order() throws {
        let fleet = DeviceFleet(now: { Timestamp(seconds: 0) })
        let ids = try (1...11).map { number in
            try fleet.add(app: "demo", user: "ann", provider: .fcm, platform: .ios, token: "t\(number)")
        }
        #expect(ids == (1...11).map { "phone-\($0)" })
        #expect(fleet.all.map(\.id) == ids)
        #expect(fleet.phone(provider: .fcm, token: "t11") == "phone-11")
        #expect(fleet.phone(provider: .apns, token: "t11") == nil)
        #expect(fleet.phone(provider: .fcm, token: "t12") == nil)
    }

    @Test("gives a token to the phone that got it last")
    func sameToken() throws {
        let scene = try FleetScene()
        let other = try scene.fleet.add(app: "demo", user: "bob", provider: .fcm, platform: .android, token: "token")
        scene.push("ntf_1")
        #expect(try scene.shown == [])
        #expect(try scene.fleet.screen(other).notifications.map(\.id) == ["ntf_1"])
    }

    @Test("takes as many phones as its limit, and says so")
    func limit() throws {
        let scene = try FleetScene(limit: 1)
        #expect(throws: PhoneError(.limitReached, "there are 1 phones")) {
            try scene.fleet.add(app: "demo", user: "bob", provider: .fcm, platform: .ios, token: "t2")
        }
    }

    @Test(
        "does nothing with a phone that there is not",
        arguments: [
            { _ = try $0.phone("phone-9") }, { _ = try $0.screen("phone-9") }, { try $0.disconnect("phone-9") },
            { try $0.reconnect("phone-9") }, { try $0.uninstall("phone-9") }, { try $0.setRunning("phone-9", false) },
            { _ = try $0.news("phone-9", after: 0) },
            { try $0.setPermission("phone-9", .denied) },
            { _ = try $0.takeUnsent("phone-9") }, { _ = try $0.tap("phone-9", notification: "ntf_1") },
        ] as [@Sendable (DeviceFleet) throws -> Void]
    )
    func unknown(_ call: @Sendable (DeviceFleet) throws -> Void) throws {
        let scene = try FleetScene()
        #expect(throws: PhoneError(.notFound, "unknown phone phone-9")) { try call(scene.fleet) }
    }

    @Test("knows which addresses were good once")
    func gone() throws {
        let scene = try FleetScene()
        scene.push("ntf_1")
        #expect(!scene.fleet.isGone(provider: .fcm, token: "token"))
        #expect(!scene.fleet.isGone(provider: .fcm, token: "other"))
        try scene.fleet.uninstall(scene.phone)
        #expect(scene.fleet.isGone(provider: .fcm, token: "token"))
        #expect(try scene.fleet.screen(scene.phone) == PhoneScreen(notifications: [], badge: 0, sounds: []))
        for _ in 1...2 { scene.fleet.retire(provider: .fcm, token: "other") }
        #expect(scene.fleet.isGone(provider: .fcm, token: "other"))
        #expect(!scene.fleet.isGone(provider: .apns, token: "other"))
    }

    @Test("takes the app off the phone whose address is retired")
    func retired() throws {
        let scene = try FleetScene()
        scene.push("ntf_1", badge: 3)
        scene.fleet.retire(provider: .fcm, token: "token")
        let phone = try scene.fleet.phone(scene.phone)
        #expect(!phone.isInstalled)
        #expect(phone.screen == PhoneScreen(notifications: [], badge: 0, sounds: []))
    }

    /// One push after another, and the badge that is left.
    struct Badges: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var pushes: [(version: Int64?, count: Int?)]
        var badge: Int
    }

    @Test(
        "shows the badge with the highest version, in whatever order pushes come",
        arguments: [
            Badges(testDescription: "none", pushes: [], badge: 0),
            Badges(testDescription: "in order", pushes: [(1, 1), (2, 5)], badge: 5),
            Badges(testDescription: "out of order", pushes: [(2, 5), (1, 1)], badge: 5),
            Badges(testDescription: "the same version again", pushes: [(2, 5), (2, 4)], badge: 4),
            Badges(testDescription: "back to zero", pushes: [(1, 3), (2, 0)], badge: 0),
            Badges(testDescription: "without a version, as the system sets it", pushes: [(nil, 7)], badge: 7),
            Badges(testDescription: "without a version after one with", pushes: [(5, 2), (nil, 9)], badge: 9),
            Badges(testDescription: "a push that has none leaves it", pushes: [(1, 3), (nil, nil)], badge: 3),
        ]
    )
    func badge(_ badges: Badges) throws {
        let scene = try FleetScene()
        for push in badges.pushes {
            if let version = push.version, let count = push.count {
                scene.push("n", op: "sync", peal: ["badge": .integer(Int64(count)), "badgeVersion": .integer(version)])
            } else {
                scene.push("n", op: "sync", badge: push.count)
            }
        }
        #expect(try scene.fleet.screen(scene.phone).badge == badges.badge)
        #expect(try scene.shown == [])
    }

    @Test("loses a message that its sender cancelled before it arrived")
    func withdrawn() throws {
        let scene = try FleetScene()
        try scene.fleet.disconnect(scene.phone)
        scene.push("ntf_1", message: "m1")
        scene.push("ntf_2", message: "m2")
        scene.fleet.withdraw(provider: .fcm, token: "token", message: "m1")
        scene.fleet.withdraw(provider: .fcm, token: "unknown", message: "m2")
        try scene.fleet.reconnect(scene.phone)
        #expect(try scene.shown == ["ntf_2"])
        #expect(try scene.receipts == ["ntf_1": .dropped, "ntf_2": .shown])
    }
}
