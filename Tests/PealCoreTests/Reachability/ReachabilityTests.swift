import PealCore
import Testing

@Suite("Whether pushes reach a user")
struct ReachabilityTests {
    private static let start = Timestamp(seconds: 1_000_000)
    private static let hour = Duration.seconds(3_600)
    private static let day = Duration.seconds(86_400)

    private static func judge(
        _ devices: [DeviceSigns],
        pushSwitch: Bool? = nil,
        pushIsOn: Bool = true,
        after time: Duration = .zero
    ) -> Reachability {
        Reachability(
            of: ReachabilityFacts(devices: devices, pushSwitch: pushSwitch),
            served: [.fcm],
            pushIsOn: pushIsOn,
            staleAfter: .seconds(90 * 86_400),
            at: start + time
        )
    }

    private static func device(_ number: Int = 1, _ change: (inout Device) -> Void = { _ in }) -> Device {
        var device = Device.fixture(number, seen: start.seconds)
        change(&device)
        return device
    }

    /// A device that has confirmed a push, and nothing since.
    private static func confirming(_ number: Int = 1, _ change: (inout Device) -> Void = { _ in }) -> DeviceSigns {
        DeviceSigns(device(number, change), confirmedAt: start)
    }

    @Test(
        "what keeps every push from a device says why",
        arguments: [
            (device(), nil), (device { $0.permission = .provisional }, nil),
            (device { $0.permission = .denied }, .permissionDenied),
            (device { $0.permission = .notDetermined }, .permissionNotDetermined),
            (device { $0.state = .disabled }, .disabled), (device { $0.state = .quarantined }, .senderMismatch),
            (Device.fixture(1, state: .quarantined, seen: start.seconds, invalidSince: start), .tokenInvalid),
            (device { $0.state = .stale }, .stale),
            (device { $0.lastSeenAt = start - .seconds(91 * 86_400) }, .stale),
            (device { $0.provider = .apns }, .providerNotServed),
        ] as [(Device, Reachability.Reason?)]
    )
    func obstacles(device: Device, reason: Reachability.Reason?) {
        let found = Self.judge([DeviceSigns(device, confirmedAt: Self.start)])
        #expect(found.isReachable == (reason == nil) && found.reason == reason)
        #expect(found.devices.map(\.isReachable) == [reason == nil] && found.devices.map(\.reason) == [reason])
    }

    @Test(
        "a device that confirms pushes is uncertain a day after the first that it did not, and not reached after seven",
        arguments: [
            (.zero, true, nil), (hour * 23, true, nil), (day, true, .unconfirmed), (day * 6, true, .unconfirmed),
            (day * 7, false, .unconfirmed),
        ] as [(Duration, Bool, Reachability.Reason?)]
    )
    func silence(time: Duration, isReachable: Bool, reason: Reachability.Reason?) {
        var silent = Self.confirming()
        silent.unconfirmedSince = Self.start
        let found = Self.judge([silent], after: time)
        #expect(found.isReachable == isReachable && found.reason == reason)
        #expect(found.lookAt == (isReachable ? Self.start + Reachability.silenceLimit : nil))
        #expect(found.confirmedAt == Self.start)
    }

    @Test("a call of the device starts the seven days again, and leaves the uncertainty")
    func called() {
        var silent = Self.confirming { $0.lastSeenAt = Self.start + Self.day * 5 }
        silent.unconfirmedSince = Self.start
        let found = Self.judge([silent], after: Self.day * 8)
        #expect(found.isReachable && found.reason == .unconfirmed && found.lookAt == Self.start + Self.day * 12)
        #expect(!Self.judge([silent], after: Self.day * 12).isReachable)
    }

    @Test("the silence of a device that never confirmed a push says nothing, however long")
    func neverConfirmed() {
        for days in [0, 1, 7, 30] {
            let found = Self.judge([DeviceSigns(Self.device())], after: Self.day * days)
            #expect(found.isReachable && found.reason == .neverConfirmed && found.lookAt == nil)
        }
    }

    @Test("one device that is reached is enough; of several that are not, the one says why that lacks least")
    func several() {
        let denied = Self.confirming(1) { $0.permission = .denied }
        let dead = Self.confirming(2) { $0.state = .stale }
        #expect(Self.judge([denied, dead]).reason == .permissionDenied)
        #expect(Self.judge([dead, denied]).reason == .permissionDenied)
        let found = Self.judge([denied, dead, Self.confirming(3)])
        #expect(found.isReachable && found.reason == nil)
        #expect(found.devices.map(\.isReachable) == [false, false, true])
        #expect(Self.judge([DeviceSigns(Self.device(4)), Self.confirming(3)]).reason == nil)
    }

    @Test("a user without a device, and one who switched all pushes off, are not reached")
    func users() {
        #expect(Self.judge([]).reason == .noDevice && !Self.judge([]).isReachable)
        #expect(Self.judge([Self.confirming()], pushSwitch: false).reason == .channelDisabled)
        #expect(!Self.judge([Self.confirming()], pushIsOn: false).isReachable)
        #expect(Self.judge([Self.confirming()], pushSwitch: true, pushIsOn: false).isReachable)
        #expect(Self.judge([], pushSwitch: false).reason == .noDevice)
    }

    @Test("a change is news once, and keeps since when")
    func records() {
        let (reached, lost) = (Self.judge([Self.confirming()]), Self.judge([]))
        let none = ReachabilityRecord(after: nil, lost, at: Self.start)
        #expect(none == ReachabilityRecord(isReachable: false, since: Self.start))
        #expect(none.news(after: nil) == nil, "nobody was reached before")
        let first = ReachabilityRecord(after: none, reached, at: Self.start + Self.hour)
        #expect(first.since == Self.start + Self.hour && first.news(after: none) == .userReachable)
        let same = ReachabilityRecord(after: first, reached, at: Self.start + Self.day)
        #expect(same == first && same.news(after: first) == nil)
        let last = ReachabilityRecord(after: first, lost, at: Self.start + Self.day)
        #expect(last.since == Self.start + Self.day && last.news(after: first) == .userUnreachable)
    }
}
