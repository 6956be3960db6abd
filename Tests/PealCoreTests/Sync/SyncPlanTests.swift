import Testing

@testable import PealCore

@Suite("Which devices receive a silent sync push")
struct SyncPlanTests {
    private static let now = Timestamp(seconds: 10_000)
    private static let phone = device(1)
    private static let tablet = device(2)

    private static func device(_ number: UInt64) -> DeviceID {
        DeviceID(UUIDv7(milliseconds: number, random: (0, 0)))
    }

    private static func target(
        _ id: DeviceID,
        provider: ProviderID = .fcm,
        permission: PushPermission = .granted,
        state: DeviceState = .active,
        syncedAt: Timestamp? = nil
    ) -> SyncFacts.TargetDevice {
        SyncFacts.TargetDevice(
            id: id,
            provider: provider,
            platform: provider == .webpush ? .web : .android,
            permission: permission,
            state: state,
            syncedAt: syncedAt
        )
    }

    private static func item(
        _ state: InboxState = InboxState(seenAt: now),
        number: Int = 1,
        priority: Priority = .normal,
        hidden: Reason? = nil
    ) -> SyncFacts.Item {
        SyncFacts.Item(
            id: .numbered(number),
            createdAt: now - .seconds(60),
            priority: priority,
            state: state,
            hiddenBecause: hidden
        )
    }

    private static func sent(
        _ state: DeliveryState = .accepted,
        of number: Int = 1,
        to device: DeviceID = phone
    ) -> SyncFacts.Handover {
        SyncFacts.Handover(
            id: DeliveryID(notification: .numbered(number), device: device),
            state: state,
            acceptedAt: state == .accepted ? now - .seconds(30) : nil
        )
    }

    private static func plan(
        _ kinds: [EventKind] = [.notificationSeen],
        on acting: DeviceID? = nil,
        devices: [SyncFacts.TargetDevice] = [target(phone)],
        items: [SyncFacts.Item] = [item()],
        deliveries: [SyncFacts.Handover] = [sent()],
        badge: BadgeRule = .unseen
    ) -> [SyncPush] {
        let events = items.flatMap { item in
            kinds.map { kind in
                let delivery = acting.map { Event.Subject.delivery(DeliveryID(notification: item.id, device: $0)) }
                return Event(kind, app: "shop", user: "a", delivery ?? .notification(item.id))
            }
        }
        let facts = SyncFacts(devices: devices, items: items, deliveries: deliveries, recent: [])
        return SyncPlan(for: "a", events: events, facts: facts, badge: badge, providers: .shipped, now: now).pushes
    }

    @Test("What was seen leaves the screens that show it, in one push with the number")
    func clears() {
        let push = Self.plan(
            items: [Self.item(number: 1), Self.item(number: 2)],
            deliveries: [Self.sent(of: 1), Self.sent(of: 2)]
        )
        #expect(push.map(\.device) == [Self.phone])
        #expect(push.first?.cleared == [.numbered(2), .numbered(1)], "the newest first")
        #expect(push.first?.carriesBadge == true)
        #expect(push.first?.expiresAt == Self.now + SyncPush.lifetime)
    }

    @Test("The device that the user acted on knows already")
    func acting() {
        let both = [Self.target(Self.phone), Self.target(Self.tablet)]
        let sent = [Self.sent(), Self.sent(to: Self.tablet)]
        #expect(Self.plan(on: Self.phone, devices: both, deliveries: sent).map(\.device) == [Self.tablet])
        #expect(Self.plan(on: Self.phone, deliveries: sent).isEmpty)
    }

    @Test(
        "Only a device that can receive silent pushes gets one",
        arguments: [
            target(phone, provider: .webpush), target(phone, permission: .denied),
            target(phone, permission: .notDetermined), target(phone, state: .disabled), target(phone, state: .revoked),
            target(phone, state: .quarantined), target(phone, state: .stale),
        ]
    )
    func unreachable(_ device: SyncFacts.TargetDevice) {
        #expect(Self.plan(devices: [device]).isEmpty)
    }

    @Test(
        "What no device has is not cleared",
        arguments: [DeliveryState.pending, .failed, .expired, .cancelled]
    )
    func neverShown(_ state: DeliveryState) {
        #expect(Self.plan(deliveries: [Self.sent(state)]).isEmpty)
    }

    @Test(
        "Alerts and, while only the list was seen, critical notifications stay on the screens",
        arguments: [
            (Priority.normal, InboxState(seenAt: now, isAlert: true), false),
            (.critical, InboxState(seenAt: now), false), (.critical, InboxState(seenAt: now, readAt: now), true),
            (.high, InboxState(seenAt: now), true),
        ] as [(Priority, InboxState, Bool)]
    )
    func stays(_ priority: Priority, _ state: InboxState, _ clears: Bool) {
        let pushes = Self.plan(items: [Self.item(state, priority: priority)])
        #expect(pushes.first?.cleared == (clears ? [.numbered(1)] : []))
        #expect(pushes.first?.carriesBadge == true)
    }

    @Test(
        "The number is news where it changed and a device knows it",
        arguments: [
            (EventKind.notificationSeen, BadgeRule.unseen, true), (.notificationSeen, .unread, false),
            (.notificationRead, .unread, true), (.notificationRead, .unseen, false),
            (.notificationUnread, .unread, true), (.notificationUnread, .unseen, false),
        ] as [(EventKind, BadgeRule, Bool)]
    )
    func number(_ kind: EventKind, _ badge: BadgeRule, _ changes: Bool) {
        let state = InboxState(seenAt: Self.now, readAt: Self.now)
        let told = Self.target(Self.tablet, syncedAt: Self.now)
        let pushes = Self.plan([kind], devices: [told], items: [Self.item(state)], badge: badge)
        #expect(pushes.map(\.carriesBadge) == (changes ? [true] : []))
        let hidden = Self.item(state, hidden: .categoryDisabled)
        #expect(Self.plan([kind], devices: [told], items: [hidden], badge: badge).isEmpty)
        let stranger = Self.target(Self.tablet)
        #expect(Self.plan([kind], devices: [stranger], items: [Self.item(state)], badge: badge).isEmpty)
    }

    @Test("What was removed or retracted unseen leaves the screens; what was seen before has left them")
    func removed() {
        let removal = InboxState.Removal(.deleted, at: Self.now)
        let unseen = Self.item(InboxState(removal: removal))
        #expect(Self.plan([.notificationRemoved], items: [unseen]).first?.cleared == [.numbered(1)])
        let seen = Self.item(InboxState(seenAt: Self.now, removal: removal))
        #expect(Self.plan([.notificationRemoved], items: [seen]).isEmpty)
        let retracted = Self.item(InboxState(), hidden: .cancelled)
        let pushes = Self.plan([.notificationRetracted], items: [retracted])
        #expect(pushes.first?.cleared == [.numbered(1)] && pushes.first?.carriesBadge == true)
    }

    @Test(
        "What was restored counts again on the other devices, and is not shown there again",
        arguments: [
            (InboxState(), BadgeRule.unseen, true), (InboxState(seenAt: now), .unseen, false),
            (InboxState(seenAt: now), .unread, true), (InboxState(seenAt: now, readAt: now), .unread, false),
        ] as [(InboxState, BadgeRule, Bool)]
    )
    func restored(_ state: InboxState, _ badge: BadgeRule, _ changes: Bool) {
        let pushes = Self.plan([.notificationRestored], items: [Self.item(state)], badge: badge)
        #expect(pushes.map(\.carriesBadge) == (changes ? [true] : []))
        #expect(pushes.allSatisfy { $0.cleared.isEmpty })
    }

    @Test("What happened more than an hour ago is too old")
    func old() {
        let hourAgo = Self.now - SyncPush.lifetime
        #expect(Self.plan(items: [Self.item(InboxState(seenAt: hourAgo))]).isEmpty)
        let push = Self.plan(items: [Self.item(InboxState(seenAt: hourAgo + .milliseconds(1)))]).first
        #expect(push?.expiresAt == Self.now + .milliseconds(1))
    }
}
