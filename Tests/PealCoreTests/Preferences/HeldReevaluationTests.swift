import Testing

@testable import PealCore

@Suite("Held pushes that are decided again")
struct HeldReevaluationTests {
    private static let now = Timestamp(seconds: 5)

    @Test("Only other quiet hours count, whenever they were chosen")
    func choices() {
        var before = Preferences()
        before.quietHours.timeZone = .init("Asia/Tokyo", at: Timestamp(seconds: 1))
        var after = before
        func held() -> HeldReevaluation? {
            HeldReevaluation(of: "a", after: before, became: after, at: Self.now)
        }
        after.global["push"] = .init(false, at: Self.now)
        after.quietHours.timeZone = .init("Asia/Tokyo", at: Self.now)
        #expect(held() == nil)
        after.quietHours.enabled = .init(false, at: Self.now)
        #expect(held() != nil)
    }

    @Test("Only what quiet hours hold until later is due now")
    func due() throws {
        let berlin = User(id: "a", timeZone: "Europe/Berlin", createdAt: Self.now, updatedAt: Self.now)
        var tokyo = berlin
        tokyo.timeZone = "Asia/Tokyo"
        var reevaluation = try #require(HeldReevaluation(after: berlin, became: tokyo, at: Self.now))
        #expect(reevaluation.pushes.isEmpty)
        let later = Self.now + .seconds(9)
        reevaluation.waits.held = [
            UserWaits.Held(id: .numbered(1), type: "news", thread: nil, stage: .quietHours, until: later),
            UserWaits.Held(id: .numbered(2), type: "news", thread: nil, stage: .quietHours, until: Self.now),
            UserWaits.Held(id: .numbered(3), type: "news", thread: nil, stage: .throttle, until: later),
            UserWaits.Held(id: .numbered(4), type: "news", thread: nil, stage: .quietHours, until: later + .seconds(9)),
        ]
        #expect(reevaluation.pushes == [.numbered(1), .numbered(4)])
    }

    @Test("Who leaves a thread gets what waited for it: of types that wait for the thread, and nothing else")
    func leftThread() throws {
        var chat = try DecisionFixture().type
        chat.delayWhileActive = PresenceDelay(.seconds(20), by: .thread)
        var active = chat
        active.id = "active"
        active.delayWhileActive = PresenceDelay(.seconds(20), by: .user)
        #expect(HeldReevaluation(of: "a", leaving: "c1", types: [active], at: Self.now) == nil)
        let types = [chat, active]
        var left = try #require(HeldReevaluation(of: "a", leaving: "c1", types: types, at: Self.now))
        let later = Self.now + .seconds(9)
        let held: [(TypeID, String?, Stage, Timestamp)] = [
            (chat.id, "c1", .device, later), (chat.id, "c2", .device, later), (chat.id, nil, .device, later),
            ("active", "c1", .device, later), (chat.id, "c1", .quietHours, later), (chat.id, "c1", .device, Self.now),
        ]
        left.waits.held = held.enumerated().map { index, held in
            UserWaits.Held(id: .numbered(index + 1), type: held.0, thread: held.1, stage: held.2, until: held.3)
        }
        let id = DeliveryID(notification: .numbered(1), device: .numbered(1))
        left.waits.deliveries = [UserWaits.Delivery(id: id, reason: .quietHours, dueAt: later)]
        #expect(left.pushes == [.numbered(1)])
        #expect(left.deliveries.isEmpty && left.users.isEmpty && left.triggers.isEmpty)
    }

    @Test("Only deliveries that wait for quiet hours until later are due now")
    func deliveries() throws {
        var held = try #require(Self.moved)
        let later = Self.now + .seconds(9)
        let id = DeliveryID(notification: .numbered(1), device: .numbered(1))
        let other = DeliveryID(notification: .numbered(2), device: .numbered(1))
        held.waits.deliveries = [
            UserWaits.Delivery(id: id, reason: .quietHours, dueAt: later),
            UserWaits.Delivery(id: other, reason: .quietHours, dueAt: Self.now),
            UserWaits.Delivery(id: other, reason: .throttled, dueAt: later),
        ]
        #expect(held.deliveries == [id])
    }

    @Test(
        "A local time of the user comes now; the fan-out goes on now if it waits for local times and nothing else",
        arguments: LocalPass.allCases,
        [false, true]
    )
    func localTimes(_ pass: LocalPass, _ isCancelled: Bool) throws {
        var held = try #require(Self.moved)
        let (now, later) = (Self.now, Self.now + .seconds(9))
        held.waits.triggers = [(1, later, later), (2, later, now), (3, now, later)].map { number, instant, dueAt in
            UserWaits.Trigger(
                id: .numbered(number),
                instant: instant,
                dueAt: dueAt,
                pass: pass,
                isCancelled: isCancelled
            )
        }
        #expect(held.users == [.numbered(1), .numbered(2)])
        #expect(held.triggers == (pass == .placed && !isCancelled ? [.numbered(1)] : []))
    }

    /// A user has moved, and nothing waits for them.
    private static var moved: HeldReevaluation? {
        let before = User(id: "a", timeZone: "Europe/Berlin", createdAt: now, updatedAt: now)
        var after = before
        after.timeZone = "Asia/Tokyo"
        return HeldReevaluation(after: before, became: after, at: now)
    }

    /// Devices before and after a change, and whether the zone of the one seen last is another.
    private static let devices: [([Device], [Device], Bool)] = [
        ([], [.fixture(1)], false),
        ([], [.fixture(1, timeZone: "Asia/Tokyo")], true),
        ([.fixture(1, timeZone: "Asia/Tokyo")], [.fixture(1, timeZone: "Asia/Tokyo", seen: 2)], false),
        ([.fixture(1, timeZone: "Asia/Tokyo")], [.fixture(1, timeZone: "Europe/Berlin")], true),
        (
            [.fixture(1, timeZone: "Asia/Tokyo"), .fixture(2, timeZone: "Europe/Berlin", seen: 2)],
            [.fixture(1, timeZone: "Asia/Tokyo", seen: 3), .fixture(2, timeZone: "Europe/Berlin", seen: 2)], true
        ),
        (
            [.fixture(1, timeZone: "Asia/Tokyo")],
            [.fixture(1, timeZone: "Asia/Tokyo"), .fixture(2, state: .disabled, timeZone: "Europe/Berlin", seen: 9)],
            false
        ),
        ([.fixture(1, timeZone: "Asia/Tokyo")], [.fixture(1, state: .disabled, timeZone: "Asia/Tokyo")], false),
    ]

    @Test("The zone of the active device seen last counts, and a device that leaves moves nobody", arguments: devices)
    func zones(_ before: [Device], _ after: [Device], _ moves: Bool) {
        #expect((HeldReevaluation(of: "a", after: before, became: after, at: Self.now) != nil) == moves)
    }

    @Test(
        "A user who was there counts with another zone",
        arguments: [(nil, "Asia/Tokyo", nil), ("Asia/Tokyo", "Asia/Tokyo", nil), ("Europe/Berlin", "Asia/Tokyo", "a")]
            as [(String?, String, UserID?)]
    )
    func user(before: String?, after: String, counts: UserID?) {
        func user(_ zone: String) -> User { User(id: "a", timeZone: zone, createdAt: Self.now, updatedAt: Self.now) }
        #expect(HeldReevaluation(after: before.map(user), became: user(after), at: Self.now)?.user == counts)
    }

    @Test("A change of choices counts the version up, and who wants no pushes of a category")
    func plan() throws {
        let before = Preferences(version: 4)
        #expect(PreferencePlan(from: before, to: before, at: Self.now) == nil)
        var after = before
        after.categories["kudos"] = .init(enabled: .init(false, at: Self.now))
        after.categories["news"] = .init(channels: ["inApp": .init(false, at: Self.now)])
        let plan = try #require(PreferencePlan(from: before, to: after, at: Self.now))
        #expect(plan.after.version == 5 && plan.after.updatedAt == Self.now && plan.optOuts == ["kudos": 1])
        #expect(plan.after.optOuts(to: before) == ["kudos": -1])
    }
}
