import PealCore
import Testing

@Suite("Who is reminded again, and who late (R034, R066)")
struct FiringRecipientsTests {
    static let time = Timestamp(seconds: 1_000_000)
    static let again = Duration.seconds(1_800)

    @Test(
        "A time that moves by a little is the same occurrence for those who were reminded",
        arguments: [
            (.zero, .sending, nil, true), (.seconds(1_800), .sending, nil, true),
            (.seconds(-1_800), .sending, nil, true),
            (.seconds(1_801), .sending, nil, false), (.seconds(-1_801), .sending, nil, false),
            (.seconds(60), .stopped, .cancelled, true), (.seconds(60), .held, nil, true),
            (.seconds(60), .suppressed, .muted, true), (.seconds(60), .suppressed, .cancelled, false),
            (.zero, .suppressed, .cancelled, false), (.seconds(60), nil, nil, true),
        ] as [(Duration, PushState?, Reason?, Bool)]
    )
    func reminded(_ distance: Duration, _ push: PushState?, _ reason: Reason?, _ isReminded: Bool) {
        let reminder = Reminder(user: "ann", time: Self.time + distance, push: push, reason: reason)
        let firing = FiringRecipients(time: Self.time, reminders: [reminder])
        #expect(firing.reminded(again: Self.again) == (isReminded ? ["ann"] : []))
    }

    @Test("Whoever was reminded of one of several times is reminded; everybody else is not")
    func several() {
        let reminders: [Reminder] = [
            Reminder(user: "ann", time: Self.time - .seconds(7_200), push: .sending, reason: nil),
            Reminder(user: "ann", time: Self.time - .seconds(60), push: .sending, reason: nil),
            Reminder(user: "bob", time: Self.time - .seconds(7_200), push: .sending, reason: nil),
        ]
        #expect(FiringRecipients(time: Self.time, reminders: reminders).reminded(again: Self.again) == ["ann"])
        #expect(FiringRecipients(time: Self.time).reminded(again: Self.again).isEmpty)
    }

    private static let run = EntityRef(type: "event", id: "run")
    private static let club = EntityRef(type: "group", id: "club")
    private static func open(_ number: UInt64, until: Timestamp = time) -> OpenTrigger {
        OpenTrigger(
            id: TriggerID(UUIDv7(milliseconds: number, random: (0, 0))),
            entity: run,
            parent: club,
            openUntil: until
        )
    }

    private static func joined(_ user: UserID?, _ ref: EntityRef) -> Event {
        Event(.membersChanged, app: "gss", user: user, .entity(ref))
    }

    @Test("Members of the entity, and of its parent, may be late recipients of each of its open triggers, once")
    func late() {
        let events = [
            Self.joined("bob", Self.run), Self.joined("ann", Self.club), Self.joined("bob", Self.run),
            Self.joined("eve", EntityRef(type: "event", id: "other")), Self.joined(nil, Self.run),
        ]
        let late = LateRecipients.plan(after: events, [Self.open(1), Self.open(2)], now: Self.time - .seconds(1))
        #expect(late.map(\.trigger) == [Self.open(1).id, Self.open(2).id])
        #expect(late.map(\.users) == [["ann", "bob"], ["ann", "bob"]])
    }

    @Test("A new owner of the entity may be a late recipient; an owner of its parent is none")
    func owner() {
        let events = [Self.run, Self.club].map { ref in
            Event(.ownerChanged, app: "gss", user: UserID(ref.id), .entity(ref))
        }
        let late = LateRecipients.plan(after: events, [Self.open(1)], now: Self.time - .seconds(1))
        #expect(late.map(\.users) == [["run"]])
    }

    @Test("Nobody is late for a trigger whose time is over, or that nobody joined")
    func nobody() {
        let events = [Self.joined("bob", Self.run)]
        #expect(LateRecipients.plan(after: events, [Self.open(1)], now: Self.time).isEmpty)
        #expect(LateRecipients.plan(after: [], [Self.open(1)], now: Self.time - .seconds(1)).isEmpty)
    }
}
