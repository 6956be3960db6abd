import PealCore
import Testing

@testable import PealEngine

@Suite("Wake-ups")
struct WakeUpsTests {
    /// What each kind wakes: decision, schedule, delivery, receipts, silent sync pushes, live connections,
    /// pushes that are sent once more, outgoing events, reachability.
    private static let table: [(EventKind, [Int])] = EventKind.allCases.map { kind in
        switch kind {
        case .triggerAccepted, .triggerMoved, .pushDue: (kind, [1, 0, 0, 0, 0, 0, 0, 0, 0])
        case .triggerResumed: (kind, [1, 1, 0, 0, 0, 0, 0, 0, 0])
        case .schedulePlanned, .ownerChanged: (kind, [0, 1, 0, 0, 0, 0, 0, 0, 0])
        case .membersChanged: (kind, [0, 1, 0, 0, 0, 1, 0, 0, 0])
        case .notificationPushed: (kind, [0, 0, 1, 0, 0, 1, 0, 0, 0])
        case .pushReleased, .deliveryDue, .channelDue, .syncPlanned: (kind, [0, 0, 1, 0, 0, 0, 0, 0, 0])
        case .receiptPlanned: (kind, [0, 0, 0, 1, 0, 0, 0, 0, 0])
        case .redeliveryPlanned: (kind, [0, 0, 0, 0, 0, 0, 1, 0, 0])
        case .deliveryEnded, .webhookDue, .replyReceived, .cancellationRequested, .auditCheckpoint:
            (kind, [0, 0, 0, 0, 0, 0, 0, 1, 0])
        case .notificationSeen, .notificationRead, .notificationUnread, .notificationRemoved, .notificationRestored,
            .notificationRetracted:
            (kind, [0, 0, 0, 0, 1, 1, 0, 0, 0])
        case .notificationHeld, .notificationDigested, .notificationSuppressed, .alertRaised, .inboxChanged,
            .mutesChanged, .userChanged, .userErased, .entityChanged:
            (kind, [0, 0, 0, 0, 0, 1, 0, 0, 0])
        case .preferencesChanged: (kind, [0, 0, 0, 0, 0, 1, 0, 0, 1])
        case .deviceChanged: (kind, [0, 0, 0, 0, 0, 0, 0, 0, 1])
        case .etaChanged: (kind, [0, 0, 0, 0, 0, 1, 0, 1, 0])
        default: (kind, [0, 0, 0, 0, 0, 0, 0, 0, 0])
        }
    }

    @Test("An event wakes the loop that it made work for, and whoever waits for work to end", arguments: table)
    func each(_ kind: EventKind, _ woken: [Int]) {
        let work = PipelineWakeUps()
        WakeUps(work)([Event(kind, app: "shop")])
        #expect(Self.versions(work) == woken)
        #expect(work.progress.version == 1)
    }

    @Test(
        "A transaction that leased what was due wakes the delivery loop only for what is no delivery to a device",
        arguments: [
            ([.notificationPushed, .pushReleased, .deliveryDue], 0), ([.notificationPushed, .syncPlanned], 1),
            ([.channelDue], 1),
        ] as [([EventKind], Int)]
    )
    func claimed(kinds: [EventKind], woken: Int) {
        let work = PipelineWakeUps()
        WakeUps(work)(kinds.map { Event($0, app: "shop") }, isClaimed: true)
        #expect(work.deliverable.version == woken)
    }

    @Test("Users who join wake the schedule loop only while it wants that, but for once in a thousand times")
    func joins() {
        let work = PipelineWakeUps()
        let joined = [Event(.ownerChanged, app: "shop")]
        work.joins.want(false)
        for _ in 0..<1_999 { WakeUps(work)(joined) }
        #expect(work.schedules.version == 1)
        work.joins.want(true)
        WakeUps(work)(joined)
        #expect(work.schedules.version == 2)
    }

    @Test("Ends of deliveries wake the webhook loop only while it wants that, but for once in a thousand times")
    func outgoing() {
        let work = PipelineWakeUps()
        work.outgoing.want(false)
        for _ in 0..<1_999 { WakeUps(work)([Event(.deliveryEnded, app: "shop")]) }
        #expect(work.webhooks.version == 1)
        WakeUps(work)([Event(.webhookDue, app: "shop")])
        #expect(work.webhooks.version == 2)
    }

    @Test(
        "The events of one transaction wake each loop once; one without events may have ended what was due",
        arguments: [(["shop", "match"], 1), ([], 0)] as [([AppID], Int)]
    )
    func together(apps: [AppID], woken: Int) {
        let work = PipelineWakeUps()
        WakeUps(work)(EventKind.allCases.flatMap { kind in apps.map { Event(kind, app: $0) } })
        #expect(Self.versions(work) == Array(repeating: woken, count: 9))
        #expect(work.progress.version == 1)
    }

    private static func versions(_ work: PipelineWakeUps) -> [Int] {
        [
            work.accepted, work.schedules, work.deliverable, work.receipts, work.sync, work.streams, work.redeliveries,
            work.webhooks, work.reachability,
        ].map(\.version)
    }
}
