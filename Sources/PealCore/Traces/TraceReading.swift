/// The spans that some events of an app are: the trigger, under the caller's span, its decisions, and their attempts.
///
/// All identifiers come from ours, so that events that are read again are the same spans.
public struct TraceReading: Sendable {
    /// The kinds of events that are read.
    public static let kinds: Set<EventKind> = [
        .triggerAccepted, .notificationPushed, .notificationHeld, .notificationDigested, .notificationSuppressed,
        .deliveryEnded, .deliveryDue,
    ]

    /// The spans, in the order of their events.
    public private(set) var spans: [TraceSpan] = []
    private let app: AppID
    private let facts: TraceFacts
    private let share: Double

    /// Reads events.
    /// - Parameters:
    ///   - events: the events, all of the app.
    ///   - app: the app.
    ///   - facts: what they name.
    ///   - share: how many of the triggers without a caller's trace are traced, from 0 to 1.
    public init(_ events: some Sequence<Event>, of app: AppID, facts: TraceFacts, share: Double) {
        self.app = app
        self.facts = facts
        self.share = share
        for event in events {
            let span: TraceSpan? =
                switch event.traced {
                case .trigger(let id): trigger(id)
                case .decision(let id): decision(id, event.kind)
                case .attempt(let id, let end): attempt(id, endedAt: end)
                case nil: nil
                }
            if let span { spans.append(span) }
        }
    }

    /// The trace of a trigger; `nil` where it is not recorded, as the caller or the share says.
    private func trace(_ id: TriggerID, _ trigger: TraceFacts.Trigger) -> TraceID? {
        if let parent = trigger.parent { return parent.isSampled ? parent.trace : nil }
        let trace = TraceID(of: id)
        return trace.isSampled(share: share) ? trace : nil
    }

    private func trigger(_ id: TriggerID) -> TraceSpan? {
        guard let trigger = facts.triggers[id], let trace = trace(id, trigger) else { return nil }
        return TraceSpan(
            trace: trace,
            id: SpanID(of: id),
            parent: trigger.parent?.span,
            isParentRemote: trigger.parent != nil,
            name: "peal.trigger",
            kind: .server,
            startedAt: trigger.acceptedAt,
            endedAt: trigger.acceptedAt,
            attributes: [
                ("peal.app", .string(app.rawValue)), ("peal.trigger", .string("\(id)")),
                ("peal.type", .string(trigger.type.rawValue)),
            ]
        )
    }

    private func decision(_ id: NotificationID, _ kind: EventKind) -> TraceSpan? {
        guard let (notification, trigger, trace) = known(id) else { return nil }
        var attributes: [(name: String, value: JSONValue)] = [
            ("peal.app", .string(app.rawValue)), ("peal.trigger", .string("\(notification.trigger)")),
            ("peal.notification", .string("\(id)")), ("peal.category", .string(notification.category.rawValue)),
            ("peal.priority", .string(notification.priority.rawValue)),
            ("peal.push", .string(String(kind.rawValue.dropFirst("notification.".count)))),
        ]
        if kind == .notificationSuppressed, let reason = notification.reason {
            attributes.append(("peal.reason", .string(reason.rawValue)))
        }
        let start = trigger.dueAt.map { max($0, trigger.acceptedAt) } ?? notification.createdAt
        return TraceSpan(
            trace: trace,
            id: SpanID(of: id),
            parent: SpanID(of: notification.trigger),
            name: "peal.decision",
            kind: .work,
            startedAt: min(start, notification.createdAt),
            endedAt: notification.createdAt,
            attributes: attributes
        )
    }

    private func attempt(_ id: DeliveryID, endedAt end: Timestamp) -> TraceSpan? {
        guard let (notification, _, trace) = known(id.notification), let delivery = facts.deliveries[id],
            let attempt = delivery.attempts.last(where: { $0.at == end })
        else { return nil }
        let before = delivery.attempts.last { $0.at < end }?.at ?? notification.createdAt
        var attributes: [(name: String, value: JSONValue)] = [
            ("peal.app", .string(app.rawValue)), ("peal.notification", .string("\(id.notification)")),
            ("peal.delivery", .string("\(id)")), ("peal.provider", .string(delivery.provider.rawValue)),
            ("peal.outcome", .string(attempt.outcome)),
        ]
        if let reason = attempt.reason { attributes.append(("peal.reason", .string(reason))) }
        return TraceSpan(
            trace: trace,
            id: SpanID(of: id, endedAt: end),
            parent: SpanID(of: id.notification),
            name: "peal.attempt",
            kind: .client,
            startedAt: min(before, end),
            endedAt: end,
            failure: attempt.outcome == AttemptRecord.accepted ? nil : attempt.reason ?? attempt.outcome,
            attributes: attributes
        )
    }

    /// A decision with its trigger and trace; `nil` where one is gone, or the trace is not recorded.
    private func known(_ id: NotificationID) -> (TraceFacts.Notification, TraceFacts.Trigger, TraceID)? {
        guard let notification = facts.notifications[id], let trigger = facts.triggers[notification.trigger],
            let trace = trace(notification.trigger, trigger)
        else { return nil }
        return (notification, trigger, trace)
    }
}
