import PealCore
import Testing

@Suite("The spans of a trigger, its decisions and their attempts (R218)")
struct TraceReadingTests {
    private static let now = Timestamp(seconds: 1_800_000_000)
    private static let trigger = TriggerID(UUIDv7(milliseconds: 1, random: (1, 1)))
    private static let id = NotificationID(UUIDv7(milliseconds: 2, random: (2, 2)))
    private static let delivery = DeliveryID(
        notification: id,
        device: DeviceID(UUIDv7(milliseconds: 3, random: (3, 3)))
    )
    private static let caller = TraceParent("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01")

    private static func facts(_ parent: TraceParent?) -> TraceFacts {
        var facts = TraceFacts()
        facts.triggers[trigger] = TraceFacts.Trigger(type: "kudos", parent: parent, acceptedAt: now, dueAt: now)
        facts.notifications[id] = TraceFacts.Notification(
            trigger: trigger,
            category: "kudos",
            priority: .high,
            createdAt: now + .milliseconds(40),
            reason: .quietHours
        )
        let attempts = [
            AttemptRecord(at: now + .seconds(1), outcome: "unavailable", reason: "Busy"),
            AttemptRecord(at: now + .seconds(3), outcome: "accepted"),
        ]
        facts.deliveries[delivery] = TraceFacts.Delivery(provider: .fcm, attempts: attempts)
        return facts
    }

    private static let events = [
        Event(.triggerAccepted, app: "a", .trigger(trigger)),
        Event(.notificationPushed, app: "a", user: "u", .notification(id)),
        Event(.deliveryDue, app: "a", .delivery(delivery), .at(now + .seconds(1))),
        Event(
            .deliveryEnded,
            app: "a",
            .delivery(delivery),
            .moved(from: .sending, to: .accepted, at: now + .seconds(3))
        ),
    ]

    private static func spans(_ parent: TraceParent?, of events: [Event] = events, share: Double = 0) -> [TraceSpan] {
        TraceReading(events, of: "a", facts: facts(parent), share: share).spans
    }

    @Test("Each is a child of the one that caused it, and the trigger one of the caller's span")
    func chain() throws {
        let caller = try #require(Self.caller)
        let spans = Self.spans(caller)
        #expect(spans.map(\.name) == ["peal.trigger", "peal.decision", "peal.attempt", "peal.attempt"])
        #expect(spans.allSatisfy { $0.trace == caller.trace })
        #expect(spans[0].parent == caller.span && spans.map(\.isParentRemote) == [true, false, false, false])
        #expect(spans[1].parent == spans[0].id)
        #expect(spans[2].parent == spans[1].id && spans[3].parent == spans[1].id)
        #expect(Set(spans.map(\.id)).count == 4)
        #expect(spans.map(\.failure) == [nil, nil, "Busy", nil])
        #expect(spans.map(\.kind) == [.server, .work, .client, .client])
    }

    @Test("A decision begins when its trigger is due, an attempt when it may begin")
    func times() {
        let spans = Self.spans(Self.caller)
        let expected: [(Int, Int)] = [(0, 0), (0, 40), (40, 1_000), (1_000, 3_000)]
        let found = spans.map { span in
            [span.startedAt, span.endedAt].map { Int(($0 - Self.now).wholeMilliseconds) }
        }
        #expect(found == expected.map { [$0.0, $0.1] })
    }

    @Test("The same events are the same spans each time")
    func again() {
        let first = Self.spans(nil, share: 1)
        #expect(first.map(\.id) == Self.spans(nil, share: 1).map(\.id) && Set(first.map(\.trace)).count == 1)
        #expect(first.first?.parent == nil)
        // Two triggers in one trace have different spans: the trace is no part of their identifiers.
        #expect(Set(first.map(\.id)) == Set(Self.spans(Self.caller).map(\.id)))
    }

    private static let unsampled = TraceParent("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00")
    private static let none: [Event] = [
        Event(.notificationPushed, app: "a", user: "u", .notification(id), .again),
        Event(.deliveryDue, app: "a", .delivery(delivery)),
        Event(.deliveryDue, app: "a", .delivery(delivery), .moved(from: .failed, to: .pending, at: now + .seconds(3))),
        Event(
            .deliveryEnded,
            app: "a",
            .delivery(delivery),
            .moved(from: .accepted, to: .failed, at: now + .seconds(3))
        ),
        Event(
            .deliveryEnded,
            app: "a",
            .delivery(delivery),
            .moved(from: .pending, to: .expired, at: now + .seconds(3))
        ),
        Event(.deliveryEnded, app: "a", .delivery(delivery)), Event(.notificationOpened, app: "a", .notification(id)),
    ]

    @Test("What is no trigger, decision or attempt is no span")
    func others() {
        #expect(Self.spans(Self.caller, of: Self.none).isEmpty)
        #expect(TraceReading(Self.events, of: "a", facts: TraceFacts(), share: 1).spans.isEmpty)
    }

    @Test(
        "The caller decides what is recorded; without one, the share does",
        arguments: [(unsampled, 1, 0), (nil, 0, 0), (nil, 1, 4)] as [(TraceParent?, Double, Int)]
    )
    func sampling(_ caller: TraceParent?, share: Double, count: Int) {
        #expect(Self.spans(caller, share: share).count == count)
    }

    @Test(
        "So many traces are recorded as the share says, and each of them with any larger share",
        arguments: [0.01, 0.1, 0.5]
    )
    func share(_ share: Double) {
        let traces = (1...10_000).map {
            TraceID(of: TriggerID(UUIDv7(milliseconds: 1_800_000_000_000, random: (0, $0))))
        }
        #expect(Set(traces).count == 10_000)
        let sampled = traces.filter { $0.isSampled(share: share) }
        #expect(abs(Double(sampled.count) - 10_000 * share) < 4 * (10_000 * share).squareRoot())
        #expect(sampled.allSatisfy { $0.isSampled(share: 0.9) })
    }

    @Test(
        "A suppressed push says why, and what was sent does not",
        arguments: [
            (EventKind.notificationPushed, "pushed", false), (.notificationHeld, "held", false),
            (.notificationDigested, "digested", false), (.notificationSuppressed, "suppressed", true),
        ]
    )
    func reasons(kind: EventKind, push: String, hasReason: Bool) {
        let span = Self.spans(Self.caller, of: [Event(kind, app: "a", user: "u", .notification(Self.id))]).first
        let attributes = Dictionary(uniqueKeysWithValues: span?.attributes.map { ($0.name, $0.value) } ?? [])
        #expect(attributes["peal.push"] == .string(push))
        #expect((attributes["peal.reason"] != nil) == hasReason)
    }

    @Test("The header is read as it is written")
    func header() throws {
        let caller = try #require(Self.caller)
        #expect(caller.text == "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01" && caller.isSampled)
        #expect(TraceParent("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-03")?.isSampled == true)
        #expect(Self.unsampled?.isSampled == false)
    }
}
