import PealCore

/// A random history of notifications and participants as the event log has it, with what is true at its end.
struct AnalyticsRun: Sendable {
    /// What happened to one notification.
    struct NotificationRun: Sendable {
        var id: NotificationID
        var facts: AnalyticsFacts.Notification
        var isPushed: Bool
        /// The states that its delivery went through, the first being `sending`.
        var states: [DeliveryState]
        var isConfirmed: Bool
        var isOpened: Bool
    }

    static let app: AppID = "shop"
    private static let start = Timestamp(seconds: 1_800_000_000)
    private static let device = DeviceID(UUIDv7(milliseconds: 1, random: (1, 1)))

    /// What happened to one participant of the event.
    struct Participation: Sendable {
        var user: UserID
        var isHost: Bool
        var steps: [Step]

        enum Step: Sendable {
            case reply(EtaStatus, byAction: Bool, at: Timestamp)
            case status(from: String, to: String, at: Timestamp)
        }
    }

    static let event = EntityRef(type: "event", id: "run")

    var notifications: [NotificationRun]
    var participations: [Participation]
    var log: [Event]

    init(_ choices: inout Choices) {
        var number: UInt64 = 0
        notifications = choices.array(count: 0...12) { choices in
            number += 1
            return Self.notification(number, &choices)
        }
        participations = choices.array(count: 0...6) { choices in
            number += 1
            return Self.participation(UserID("user-\(number)"), &choices)
        }
        // The events of all participants, each in its order, mixed.
        var queues = notifications.map(Self.events) + participations.map(Self.events)
        var log: [Event] = []
        while let open = Self.open(queues, &choices) { log.append(queues[open].removeFirst()) }
        self.log = log
    }

    private static func open(_ queues: [[Event]], _ choices: inout Choices) -> Int? {
        let open = queues.indices.filter { !queues[$0].isEmpty }
        return open.isEmpty ? nil : choices.element(of: open)
    }

    private static func notification(_ number: UInt64, _ choices: inout Choices) -> NotificationRun {
        let at = start + .seconds(choices.integer(in: 0...10_000))
        let facts = AnalyticsFacts.Notification(
            category: choices.element(of: ["orders", "offers"]),
            priority: choices.element(of: Priority.allCases),
            createdAt: at,
            trigger: (acceptedAt: at - .milliseconds(choices.integer(in: 0...50)), dueAt: at - .seconds(9)),
            isInApp: choices.flag(),
            wasHeld: choices.flag(onceIn: 4)
        )
        let isPushed = choices.flag()
        var states: [DeliveryState] = isPushed ? [.sending] : []
        let ends: [DeliveryState] = [.accepted, .failed, .expired, .unknown]
        if isPushed {
            for _ in 0..<choices.integer(in: 0...2) { states += [choices.element(of: ends), .pending] }
            if choices.flag() { states.append(choices.element(of: ends)) }
        }
        let isOpened = isPushed && choices.flag()
        return NotificationRun(
            id: NotificationID(UUIDv7(milliseconds: number, random: (number, number))),
            facts: facts,
            isPushed: isPushed,
            states: states,
            isConfirmed: isOpened || isPushed && choices.flag(),
            isOpened: isOpened
        )
    }

    private static func events(_ notification: NotificationRun) -> [Event] {
        let subject = Event.Subject.notification(notification.id)
        let delivery = Event.Subject.delivery(DeliveryID(notification: notification.id, device: device))
        let at = notification.facts.createdAt + .seconds(3)
        let kind: EventKind = notification.isPushed ? .notificationPushed : .notificationSuppressed
        var events = [Event(kind, app: app, user: "u", subject)]
        for (from, to) in zip(notification.states, notification.states.dropFirst()) {
            let kind: EventKind = to == .pending ? .deliveryDue : .deliveryEnded
            events.append(Event(kind, app: app, delivery, .moved(from: from, to: to, at: at)))
        }
        if notification.isConfirmed {
            events.append(Event(.notificationReceived, app: app, user: "u", subject, .at(at)))
        }
        if notification.isOpened { events.append(Event(.notificationOpened, app: app, user: "u", delivery, .at(at))) }
        return events
    }

    /// Replies and statuses in the hours around the start.
    private static func participation(_ user: UserID, _ choices: inout Choices) -> Participation {
        let isHost = choices.flag(onceIn: 6)
        var (at, status) = (start - .seconds(7_200), "confirmed")
        let steps = choices.array(count: 0...6) { choices in
            at = at + .seconds(choices.integer(in: 0...4_000))
            guard isHost || choices.flag() else {
                let reply = choices.element(of: EtaStatus.allCases)
                return Participation.Step.reply(reply, byAction: choices.flag(), at: at)
            }
            let before = status
            status = choices.element(of: ["confirmed", "checked-in", "cancelled"].filter { $0 != before })
            return .status(from: before, to: status, at: at)
        }
        return Participation(user: user, isHost: isHost, steps: steps)
    }

    private static func events(_ participation: Participation) -> [Event] {
        participation.steps.map { step in
            let (kind, detail): (EventKind, EventDetail) =
                switch step {
                case .reply(let status, let byAction, let at):
                    (.etaChanged, .replied(status, minutesLate: nil, at: at, takenAt: at, byAction: byAction))
                case .status(let from, let to, let at):
                    (
                        .membersChanged,
                        .member(from: from, to: to, role: participation.isHost ? "host" : nil, checkedInAt: nil, at: at)
                    )
                }
            return Event(kind, app: app, user: participation.user, .entity(event), detail)
        }
    }

    /// The notifications by identifier, and the event.
    var facts: AnalyticsFacts {
        AnalyticsFacts(
            notifications: Dictionary(uniqueKeysWithValues: notifications.map { ($0.id, $0.facts) }),
            entities: [Self.event: Entity(ref: Self.event, times: ["startsAt": Self.start], updatedAt: Self.start)]
        )
    }

    /// A catalog with the rules of events.
    static func catalog() throws -> Catalog {
        var catalog = try DecisionFixture().catalog
        catalog.entities[EtaRules.entityType] = EntityDeclaration(times: ["startsAt"], eta: EtaRules(time: "startsAt"))
        return catalog
    }

    /// The participants who were late, and those of them whose first reply came by an action, counted from their steps.
    var late: (all: Int, byAction: Int) {
        var late = (all: 0, byAction: 0)
        for participation in participations where !participation.isHost {
            var replies: [(status: EtaStatus, byAction: Bool)] = []
            var isCheckedInLate = false
            for step in participation.steps {
                switch step {
                case .reply(let status, let byAction, _): replies.append((status, byAction))
                case .status(_, to: "checked-in", let at) where at > Self.start: isCheckedInLate = true
                case .status: break
                }
            }
            guard isCheckedInLate || replies.last?.status == .runningLate else { continue }
            late.all += 1
            late.byAction += replies.first?.byAction == true ? 1 : 0
        }
        return late
    }
}
