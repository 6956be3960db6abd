import Testing

@testable import PealCore

@Suite("What a device changes on its screen")
struct ScreenSyncTests {
    private static let now = Timestamp(seconds: 10_000)
    private static let phone = DeviceID(UUIDv7(milliseconds: 1, random: (0, 0)))
    private static let tablet = DeviceID(UUIDv7(milliseconds: 2, random: (0, 0)))

    private static func facts(
        _ state: InboxState,
        priority: Priority = .normal,
        hidden: Reason? = nil,
        delivery: DeliveryState = .accepted,
        device: DeviceID = phone
    ) -> SyncFacts {
        let id = NotificationID.numbered(1)
        return SyncFacts(
            devices: [],
            items: [
                SyncFacts.Item(id: id, createdAt: now, priority: priority, state: state, hiddenBecause: hidden)
            ],
            deliveries: [
                SyncFacts.Handover(id: DeliveryID(notification: id, device: device), state: delivery, acceptedAt: now)
            ],
            recent: []
        )
    }

    static let examples: [(name: String, facts: SyncFacts, clears: Bool)] = [
        ("new", facts(InboxState()), false),
        ("received only", facts(InboxState(receivedAt: now)), false),
        ("seen", facts(InboxState(seenAt: now)), true),
        ("read", facts(InboxState(seenAt: now, readAt: now)), true),
        ("critical and only seen", facts(InboxState(seenAt: now), priority: .critical), false),
        ("critical and read", facts(InboxState(seenAt: now, readAt: now), priority: .critical), true),
        ("critical and dismissed", facts(InboxState(seenAt: now, dismissedAt: now), priority: .critical), true),
        ("an alert, read", facts(InboxState(seenAt: now, readAt: now, isAlert: true)), false),
        ("deleted", facts(InboxState(removal: .init(.deleted, at: now))), true),
        ("retracted", facts(InboxState(), hidden: .cancelled), true),
        ("pushed, but not in the inbox", facts(InboxState(), hidden: .categoryDisabled), false),
    ]

    @Test("is what its user has dealt with", arguments: examples)
    func cleared(name: String, facts: SyncFacts, clears: Bool) {
        let sync = ScreenSync(of: [ShownPush(id: .numbered(1))], on: Self.phone, facts: facts)
        #expect(sync.cleared == (clears ? [ShownPush(id: .numbered(1))] : []), "\(name)")
    }

    @Test("is also what its user does not have")
    func unknown() {
        let sync = ScreenSync(
            of: [ShownPush(id: .numbered(2)), ShownPush(id: .numbered(1))],
            on: Self.phone,
            facts: Self.facts(InboxState())
        )
        #expect(sync.cleared == [ShownPush(id: .numbered(2))])
        #expect(sync.received == [.numbered(1)])
    }

    @Test(
        "What was handed to the device counts as received",
        arguments: [
            (DeliveryState.accepted, phone, true), (.unknown, phone, true), (.pending, phone, false),
            (.failed, phone, false), (.cancelled, phone, false), (.accepted, tablet, false),
        ] as [(DeliveryState, DeviceID, Bool)]
    )
    func received(state: DeliveryState, device: DeviceID, isReceived: Bool) {
        let facts = Self.facts(InboxState(), delivery: state, device: device)
        let sync = ScreenSync(of: [ShownPush(id: .numbered(1))], on: Self.phone, facts: facts)
        #expect(sync.received == (isReceived ? [.numbered(1)] : []))
    }
}
