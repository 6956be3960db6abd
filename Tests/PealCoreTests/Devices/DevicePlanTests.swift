import Testing

@testable import PealCore

@Suite("Changes of devices")
struct DevicePlanTests {
    private static func plan(_ new: Device, holders: [Device] = [], devices: [Device] = []) -> RegistrationPlan {
        RegistrationPlan(of: new, holders: holders, devices: devices, limit: 3)
    }

    @Test("A token that nobody has makes a new device")
    func new() {
        let plan = Self.plan(.fixture(9), devices: [.fixture(1)])
        #expect(plan.isNew && plan.device == .fixture(9) && plan.revoked.isEmpty)
    }

    @Test("The user's own token refreshes the device, which keeps its identifier", arguments: DeviceState.allCases)
    func refreshed(_ state: DeviceState) {
        let known = Device.fixture(1, token: 7, state: state)
        let plan = Self.plan(.fixture(9, token: 7, seen: 4), holders: [known], devices: [known])
        #expect(!plan.isNew && plan.revoked.isEmpty)
        #expect(plan.device.id == known.id && plan.device.createdAt == known.createdAt)
        #expect(plan.device.lastSeenAt == Timestamp(seconds: 4))
        #expect(plan.device.state == (state == .disabled ? .disabled : .active), "the user's own switch stays")
    }

    @Test("A token of another user moves, and so does one that is known under two keys")
    func moved() {
        let theirs = Device.fixture(1, of: "b", token: 7)
        #expect(Self.plan(.fixture(9, token: 7), holders: [theirs]).revoked == [theirs])
        let (own, twin) = (Device.fixture(2, token: 7), Device.fixture(3, token: 8))
        let plan = Self.plan(.fixture(9, token: 7), holders: [own, twin, theirs], devices: [own, twin])
        #expect(!plan.isNew && plan.device.id == own.id && plan.revoked == [twin, theirs])
    }

    @Test("A device whose address is replaced keeps its identifier; who had the token loses it (R004)")
    func replaced() {
        let (old, twin) = (Device.fixture(1, token: 7), Device.fixture(2, token: 8))
        let plan = RegistrationPlan(
            of: .fixture(9, token: 8),
            holders: [twin],
            devices: [old, twin],
            replacing: old.id,
            limit: 3
        )
        #expect(!plan.isNew && plan.device.id == old.id && plan.device.tokenHash == [8])
        #expect(plan.revoked == [twin])
        let off = Device.fixture(1, token: 7, state: .disabled)
        let on = RegistrationPlan(of: .fixture(9, token: 7), holders: [off], devices: [off], isEnabled: true, limit: 3)
        #expect(on.device.state == .active, "the registration says so (R014)")
    }

    @Test(
        "A device keeps its key until another one is asked for; a new device has its own",
        arguments: [(false, [1]), (true, [9])] as [(Bool, [UInt8])]
    )
    func key(renews: Bool, expected: [UInt8]) {
        let known = Device.fixture(1, token: 7, keyHash: [1])
        func plan(_ token: UInt8, replacing: DeviceID? = nil) -> RegistrationPlan {
            RegistrationPlan(
                of: .fixture(9, token: token, keyHash: [9]),
                holders: token == 7 ? [known] : [],
                devices: [known],
                replacing: replacing,
                renewsKey: renews,
                limit: 3
            )
        }
        #expect(plan(7).device.keyHash == expected)
        #expect(plan(8, replacing: known.id).device.keyHash == expected, "another address is the same device")
        #expect(plan(8).device.keyHash == [9])
        let theirs = Device.fixture(1, of: "b", token: 7, keyHash: [1])
        #expect(Self.plan(.fixture(9, token: 7, keyHash: [9]), holders: [theirs]).device.keyHash == [9])
    }

    @Test("What a client says of its device replaces what it said before, and nothing else")
    func reported() {
        let change = DeviceChange(
            id: Device.fixture(1).id,
            userID: "a",
            permission: nil,
            capabilities: nil,
            enabled: nil,
            appVersion: "2.0",
            locale: "de",
            timeZone: nil,
            now: Timestamp(seconds: 9)
        )
        let changed = Device.fixture(1, timeZone: "Europe/Berlin").changed(by: change)
        #expect(changed.appVersion == "2.0" && changed.locale == "de" && changed.timeZone == "Europe/Berlin")
        #expect(changed.permission == .granted && changed.lastSeenAt == Timestamp(seconds: 9))
    }

    @Test(
        "A device is shown as what counts: the master switch and its age, whatever is stored (R011, R013)",
        arguments: [
            (.active, true, 900, .active), (.active, false, 900, .disabled), (.active, true, 899, .stale),
            (.quarantined, false, 900, .quarantined), (.disabled, true, 900, .disabled),
        ] as [(DeviceState, Bool, Int64, DeviceState)]
    )
    func shown(_ state: DeviceState, pushIsOn: Bool, seen: Int64, as expected: DeviceState) {
        let now = Timestamp(seconds: 1_000)

        let device = Device.fixture(1, state: state, seen: seen)
        #expect(device.shown(pushIsOn: pushIsOn, at: now, staleAfter: .seconds(100)).state == expected)
    }

    @Test("Beyond the limit the devices least recently seen are revoked")
    func limit() {
        let devices = [1, 2, 3, 4].map { Device.fixture($0, seen: Int64(10 - $0)) }
        #expect(Self.plan(.fixture(9), devices: devices).revoked.map(\.id) == [devices[2].id, devices[3].id])
        #expect(Self.plan(.fixture(9), devices: Array(devices.prefix(2))).revoked.isEmpty)
    }

    @Test(
        "The user's switch is about the device, not about its address",
        arguments: [
            (DeviceState.active, false, nil, DeviceState.disabled), (.quarantined, false, 3, .disabled),
            (.disabled, true, nil, .active), (.disabled, true, 3, .quarantined), (.quarantined, true, 3, .quarantined),
            (.stale, true, nil, .stale), (.active, nil, nil, .active),
        ] as [(DeviceState, Bool?, Int64?, DeviceState)]
    )
    func switched(_ state: DeviceState, _ enabled: Bool?, _ invalid: Int64?, _ expected: DeviceState) {
        let device = Device.fixture(1, state: state, seen: 5, invalidSince: invalid.map { Timestamp(seconds: $0) })
        let change = DeviceChange(
            id: device.id,
            userID: "a",
            permission: .denied,
            capabilities: ["bluetooth": "denied"],
            enabled: enabled,
            now: Timestamp(seconds: 2)
        )
        let changed = device.changed(by: change)
        #expect(changed.state == expected && changed.permission == .denied)
        #expect(changed.capabilities == ["camera": "granted", "bluetooth": "denied"])
        #expect(changed.lastSeenAt == Timestamp(seconds: 5), "a clock that went back makes nobody older")
    }

    @Test(
        "Devices out of use end in steps",
        arguments: [
            (AgedDevice.Group.invalid(.fcm), AgedDevice.End.revoked(since: Timestamp(seconds: 3)), 7 * 86_400),
            (.active, .stale, 10), (.stale, .revoked(since: Timestamp(seconds: 3)), 10 + 180 * 86_400),
            (.revoked, .deleted, 20),
        ] as [(AgedDevice.Group, AgedDevice.End, Int)]
    )
    func aged(_ group: AgedDevice.Group, _ end: AgedDevice.End, _ age: Int) {
        let device = AgedDevice(id: Device.fixture(1).id, userID: "a", group: group, since: Timestamp(seconds: 3))
        #expect(device.end == end)
        let now = Timestamp(seconds: 1_000_000_000)
        let limit = DevicePolicy.end(of: group, staleAfter: .seconds(10), deliveryLog: .seconds(20), now: now)
        // What was declared dead exactly that long ago ends too.
        let isInclusive = group == .invalid(.fcm)
        #expect(limit == now - .seconds(age) + .milliseconds(isInclusive ? 1 : 0))
    }
}
