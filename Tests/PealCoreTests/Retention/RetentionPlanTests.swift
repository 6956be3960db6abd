import Testing

@testable import PealCore

@Suite("What becomes of a notification or a trigger that is too old")
struct RetentionPlanTests {
    private static let now = Timestamp(seconds: 10_000_000)
    private static let created = now - .seconds(1_000)
    private static let over = AgedTrigger.Progress(phase: .finished, isCancelled: false, isCancelling: false)

    private static func cut(inbox: Bool, log: Bool) -> RetentionCut {
        RetentionCut(app: "shop", inbox: inbox ? now : created, log: log ? now : created)
    }

    private static func notification(
        _ number: Int = 1,
        of user: UserID = "ann",
        push: PushState = .sending,
        deliveries: [DeliveryState] = [.accepted, .failed],
        trigger: AgedTrigger.Progress? = over,
        inbox: InboxState = InboxState(),
        hidden: Reason? = nil,
        hasTrace: Bool = true,
        isRepresentativeOpen: Bool = false
    ) -> AgedNotification {
        AgedNotification(
            id: .numbered(number),
            userID: user,
            createdAt: created,
            push: push,
            deliveries: deliveries,
            trigger: trigger,
            inbox: inbox,
            hiddenBecause: hidden,
            hasTrace: hasTrace,
            isRepresentativeOpen: isRepresentativeOpen
        )
    }

    private static let expired = InboxState.Removal(.expired, at: now)

    @Test(
        "Each part goes by its own time, and the row with the last of them",
        arguments: [
            (false, false, nil), (true, false, .leavesInbox(expired)), (false, true, .losesLog), (true, true, .deleted),
        ] as [(Bool, Bool, NotificationSweep.End?)]
    )
    func ends(_ isPastInbox: Bool, _ isPastLog: Bool, _ end: NotificationSweep.End?) {
        let sweep = NotificationSweep(Self.notification(), Self.cut(inbox: isPastInbox, log: isPastLog))
        #expect(sweep?.end == end)
        #expect(sweep?.counts.inbox ?? 0 == (isPastInbox ? 1 : 0))
        #expect(sweep?.counts.decisions ?? 0 == (isPastLog ? 1 : 0))
        #expect(sweep?.counts.deliveries ?? 0 == (isPastLog ? 2 : 0))
    }

    @Test("What went before is not counted again, and nothing is written for it alone")
    func again() throws {
        let swept = Self.notification(deliveries: [], inbox: InboxState(removal: Self.expired), hasTrace: false)
        #expect(NotificationSweep(swept, Self.cut(inbox: true, log: false)) == nil)
        #expect(NotificationSweep(swept, Self.cut(inbox: false, log: true)) == nil)
        let rest = try #require(NotificationSweep(swept, Self.cut(inbox: true, log: true)))
        #expect(rest.end == .deleted && rest.counts == RetentionCounts())
    }

    @Test("A removal by the user keeps its time")
    func ownRemoval() {
        let removed = InboxState(removal: InboxState.Removal(.deleted, at: Self.created))
        let sweep = NotificationSweep(Self.notification(inbox: removed), Self.cut(inbox: true, log: false))
        #expect(sweep?.end == .leavesInbox(InboxState.Removal(.expired, at: Self.created)))
        #expect(sweep?.changesInbox == false)
    }

    @Test(
        "An alert stays in the inbox until it is acknowledged, and loses its log (R147)",
        arguments: [(InboxState(isAlert: true), .losesLog), (InboxState(seenAt: now), .deleted)]
            as [(InboxState, NotificationSweep.End)]
    )
    func alert(state: InboxState, end: NotificationSweep.End) {
        #expect(NotificationSweep(Self.notification(inbox: state), Self.cut(inbox: true, log: true))?.end == end)
        let inbox = NotificationSweep(Self.notification(inbox: state), Self.cut(inbox: true, log: false))
        #expect((inbox == nil) == state.isAlert)
    }

    @Test(
        "What is still to come stays, however old it is",
        arguments: [
            notification(push: .held), notification(push: .digested), notification(deliveries: [.accepted, .pending]),
            notification(deliveries: [.sending]),
            notification(push: .represented, deliveries: [.cancelled], isRepresentativeOpen: true),
            notification(trigger: .init(phase: .waiting, isCancelled: false, isCancelling: false)),
            notification(trigger: .init(phase: .running, isCancelled: false, isCancelling: false)),
            notification(trigger: .init(phase: .finished, isCancelled: true, isCancelling: true)),
        ]
    )
    func open(_ notification: AgedNotification) {
        #expect(NotificationSweep(notification, Self.cut(inbox: true, log: true)) == nil)
    }

    @Test(
        "What is over goes, also without its trigger",
        arguments: [
            notification(push: .represented, deliveries: []), notification(push: .suppressed, deliveries: []),
            notification(push: .stopped, deliveries: [.cancelled, .unknown, .expired]), notification(trigger: nil),
            notification(trigger: .init(phase: .running, isCancelled: true, isCancelling: false)),
        ]
    )
    func closed(_ notification: AgedNotification) {
        #expect(NotificationSweep(notification, Self.cut(inbox: true, log: true))?.end == .deleted)
    }

    @Test("A badge may have counted what the inbox showed and the user had not seen or not read (M19)")
    func news() {
        let seen = InboxState(seenAt: Self.created)
        let read = InboxState(seenAt: Self.created, readAt: Self.created)
        let notifications = [
            Self.notification(1), Self.notification(2, of: "ben"), Self.notification(3, inbox: seen),
            Self.notification(4, inbox: read), Self.notification(5, hidden: .cancelled),
            Self.notification(6, inbox: InboxState(removal: Self.expired)), Self.notification(7, push: .held),
        ]
        let plans = RetentionPlan.plans(for: notifications, Self.cut(inbox: true, log: true))
        #expect(plans.map(\.user) == ["ann", "ben"])
        #expect(plans.map(\.sweeps.count) == [5, 1])
        #expect(plans.map(\.news) == [[.numbered(1), .numbered(3)], [.numbered(2)]])
        #expect(plans.map(\.counts.decisions) == [5, 1])
        let logOnly = RetentionPlan.plans(for: notifications, Self.cut(inbox: false, log: true))
        #expect(logOnly.map(\.news) == [[], []])
    }

    @Test(
        "The devices that know a number learn of another one, as the app counts (R172, M19)",
        arguments: [(BadgeRule.unseen, false), (.unread, true)]
    )
    func pushes(_ badge: BadgeRule, _ isTold: Bool) throws {
        let (phone, tablet) = (
            DeviceID(UUIDv7(milliseconds: 1, random: (0, 1))), DeviceID(UUIDv7(milliseconds: 1, random: (0, 2)))
        )
        let seen = InboxState(seenAt: Self.created)
        let notification = Self.notification(inbox: seen)
        let cut = Self.cut(inbox: true, log: true)
        let plan = try #require(RetentionPlan.plans(for: [notification], cut).first)
        let delivery = SyncFacts.Handover(
            id: DeliveryID(notification: notification.id, device: phone),
            state: .accepted,
            acceptedAt: Self.created
        )
        let facts = SyncFacts(
            devices: [phone, tablet].map {
                SyncFacts.TargetDevice(id: $0, provider: .fcm, platform: .android, permission: .granted, state: .active)
            },
            items: [
                SyncFacts.Item(
                    id: notification.id,
                    createdAt: Self.created,
                    priority: .normal,
                    state: seen,
                    hiddenBecause: nil
                )
            ],
            deliveries: [delivery],
            recent: []
        )
        let pushes = plan.pushes(facts, cut, badge: badge, providers: .shipped, now: Self.now)
        #expect(pushes.map(\.device) == (isTold ? [phone] : []))
        #expect(pushes.allSatisfy { $0.carriesBadge && $0.expiresAt == Self.now + SyncPush.lifetime })
    }

    @Test(
        "A trigger loses its data when nothing of it is to come, and goes with its last notification",
        arguments: [
            (over, [], 0, true, .deleted), (over, [], 0, false, .deleted), (over, [.sending], 0, true, .losesData),
            (over, [.sending], 0, false, nil), (over, [.sending], 1, true, nil), (over, [.held], 0, true, nil),
            (over, [.suppressed, .digested], 0, true, nil), (over, [.suppressed, .represented], 0, true, .losesData),
            (.init(phase: .running, isCancelled: false, isCancelling: false), [], 0, true, nil),
            (.init(phase: .waiting, isCancelled: true, isCancelling: true), [], 0, true, nil),
            (.init(phase: .waiting, isCancelled: true, isCancelling: false), [], 0, true, .deleted),
        ] as [(AgedTrigger.Progress, Set<PushState>, Int, Bool, TriggerSweep.End?)]
    )
    func triggers(
        _ progress: AgedTrigger.Progress,
        _ pushes: Set<PushState>,
        _ openDeliveries: Int,
        _ hasData: Bool,
        _ end: TriggerSweep.End?
    ) {
        func sweep(dueAt: Timestamp) -> TriggerSweep? {
            let trigger = AgedTrigger(
                id: TriggerID(UUIDv7(milliseconds: 1, random: (0, 0))),
                dueAt: dueAt,
                progress: progress,
                hasData: hasData,
                pushes: pushes,
                openDeliveries: openDeliveries
            )
            return TriggerSweep(trigger, Self.cut(inbox: false, log: true))
        }
        #expect(sweep(dueAt: Self.created)?.end == end)
        #expect(sweep(dueAt: Self.created)?.counts.data ?? 0 == (end != nil && hasData ? 1 : 0))
        // One that waited for long is as young as its time.
        #expect(sweep(dueAt: Self.now) == nil)
    }
}
