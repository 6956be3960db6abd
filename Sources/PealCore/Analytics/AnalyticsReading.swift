/// What events of an app mean for its analytics: the events of the specification, and what is added to the rollups.
///
/// It goes by the log and by what never changes, so that the same events mean the same whenever they are read.
public struct AnalyticsReading: Sendable, Equatable {
    /// The events, in the order of the log.
    public private(set) var events: [AnalyticsEvent] = []
    /// The users of the notifications that were sent.
    public private(set) var recipients: [NotificationID: UserID] = [:]
    /// What is added to the counts of each hour; never 0.
    public private(set) var counts: [AnalyticsHour: [AnalyticsKey: Int]] = [:]
    /// What is known of participants afterwards, of those about which something else was known before.
    public private(set) var arrivals: [Arrival.Key: Arrival] = [:]

    /// The kinds that are read.
    public static let kinds: Set<EventKind> = [
        .notificationPushed, .notificationHeld, .notificationDigested, .notificationSuppressed, .pushReleased,
        .deliveryEnded, .deliveryDue, .notificationReceived, .notificationOpened, .preferencesChanged, .etaChanged,
        .etaViewed, .replyReceived, .auditClaimed, .membersChanged,
    ]

    private let facts: AnalyticsFacts
    private let catalog: Catalog?

    /// Whether there is nothing to keep.
    public var isEmpty: Bool { events.isEmpty && counts.isEmpty && arrivals.isEmpty }

    /// Reads some events of one app.
    /// - Parameters:
    ///   - log: the events.
    ///   - facts: what they name.
    ///   - catalog: the catalog in force, for switches that a user did not touch, and for what counts as a check-in.
    public init(_ log: some Sequence<Event>, facts: AnalyticsFacts, catalog: Catalog?) {
        self.facts = facts
        self.catalog = catalog
        for event in log { read(event) }
        for (hour, counted) in counts {
            let left = counted.filter { $0.value != 0 }
            counts[hour] = left.isEmpty ? nil : left
        }
    }

    private mutating func read(_ event: Event) {
        switch event.kind {
        case .notificationPushed: sent(event, isPush: true, isNew: true)
        case .notificationHeld, .notificationDigested, .notificationSuppressed:
            sent(event, isPush: false, isNew: true)
        case .pushReleased: sent(event, isPush: true, isNew: false)
        case .deliveryEnded, .deliveryDue: moved(event)
        case .notificationReceived: confirmed(event)
        case .notificationOpened: opened(event)
        case .preferencesChanged: chosen(event)
        case .etaChanged: replied(event)
        case .etaViewed:
            if case .entity(let ref) = event.subject, case .viewed(let participants, let at) = event.detail {
                add(.dashboardViewed(ref, host: event.user, participants: participants), at: at)
            }
        case .replyReceived:
            if case .notification(let id) = event.subject,
                case .acted(let action, let kind, let arrival, let at) = event.detail
            {
                add(.actionTaken(id, action: action, kind, arrival), at: at)
            }
        case .auditClaimed: claimed(event)
        case .membersChanged: checkedIn(event)
        default: break
        }
    }

    /// A client discarded a push as malformed.
    private mutating func claimed(_ event: Event) {
        guard case .note(let note) = event.subject, note.name == AuditAction.malformed.rawValue else { return }
        counts[AnalyticsHour(of: note.at), default: [:]][AnalyticsKey(.malformed), default: 0] += 1
    }

    /// A notification was decided, or its push was released.
    private mutating func sent(_ event: Event, isPush: Bool, isNew: Bool) {
        guard let (id, notification) = notification(event) else { return }
        let isInApp = isNew && notification.isInApp
        let channels: [Channel] = (isPush ? [.push] : []) + (isInApp ? [.inApp] : [])
        guard !channels.isEmpty else { return }
        var at = notification.createdAt
        if case .at(let instant) = event.detail { at = instant }
        recipients[id] = event.user
        add(.sent(id, notification.category, channels: channels), at: at)
        for channel in channels { count(.sent, notification, channel, at: at) }
        guard isInApp else { return }
        let latency = max(.zero, at - notification.startedAt)
        add(.delivered(id, .inApp, latency: latency, .accepted), at: at)
        count(.accepted, notification, .inApp, at: at)
        count(.latency, notification, .inApp, bucket: LatencyBuckets.bucket(of: latency), at: at)
    }

    /// A delivery came into another state: what it counted as before counts no longer.
    private mutating func moved(_ event: Event) {
        guard case .moved(let from, let to, let at) = event.detail, case .delivery(let id) = event.subject,
            let (notification, facts) = notification(event)
        else { return }
        if let before = AnalyticsMeasure(end: from) { count(before, facts, .push, -1, at: at) }
        guard let after = AnalyticsMeasure(end: to) else { return }
        count(after, facts, .push, at: at)
        guard to == .accepted else {
            let code = self.facts.failures[id] ?? to.rawValue
            return add(.deliveryFailed(notification, .push, errorCode: code), at: at)
        }
        let latency = max(.zero, at - facts.startedAt)
        add(.delivered(notification, .push, latency: latency, .accepted), at: at)
        guard !facts.wasHeld else { return }
        count(.latency, facts, .push, bucket: LatencyBuckets.bucket(of: latency), at: at)
    }

    private mutating func confirmed(_ event: Event) {
        guard let (id, notification) = notification(event), case .at(let at) = event.detail else { return }
        let latency = max(.zero, at - notification.startedAt)
        add(.delivered(id, .push, latency: latency, .confirmed), at: at)
        count(.confirmed, notification, .push, at: at)
    }

    private mutating func opened(_ event: Event) {
        guard let (id, notification) = notification(event), case .at(let at) = event.detail else { return }
        add(.opened(id, timeSinceSent: max(.zero, at - notification.createdAt)), at: at)
        count(.opened, notification, .push, at: at)
    }

    /// Says which switches are on after a change; a user who was erased has none.
    private mutating func chosen(_ event: Event) {
        guard case .chosen(let categories, let isGlobal, let at) = event.detail, let user = event.user,
            let preferences = facts.preferences[user], let catalog
        else { return }
        let channels: [Channel] = [.push, .email, .inApp]
        for category in catalog.categories where categories.contains(category.id) {
            let on = channels.filter { preferences.channelSwitch($0, in: category) }
            add(.preferenceUpdated(category.id, isEnabled: preferences.isEnabled(category), channels: on), at: at)
        }
        guard isGlobal else { return }
        let on = channels.filter { preferences.globalSwitch($0, defaults: catalog.preferenceDefaults) }
        add(.preferenceUpdated(nil, isEnabled: !on.isEmpty, channels: on), at: at)
    }

    private mutating func replied(_ event: Event) {
        guard case .replied(let status, let minutes, let at, let takenAt, let byAction) = event.detail,
            case .entity(let ref) = event.subject
        else { return }
        add(.etaSubmitted(ref, status, minutesLate: minutes), at: at)
        let key = AnalyticsKey(.etaLatency, bucket: LatencyBuckets.bucket(of: takenAt - at))
        counts[AnalyticsHour(of: takenAt), default: [:]][key, default: 0] += 1
        if let key = event.replier { arrive(key) { $0.reply(status, byAction: byAction, at: takenAt) } }
    }

    /// A participant checked in, which counts after the start.
    private mutating func checkedIn(_ event: Event) {
        guard let rules = catalog?.eta, let checkIn = rules.checkIn(event),
            let window = facts.entities[checkIn.key.event].flatMap(rules.window), checkIn.arrivedAt > window.startsAt
        else { return }
        arrive(checkIn.key) { $0.checkInLate(at: checkIn.storedAt) }
    }

    /// Changes what is known of a participant: what it counted as before counts no longer, in the hour in which it did.
    private mutating func arrive(_ key: Arrival.Key, _ change: (inout Arrival) -> Void) {
        let before = arrivals[key] ?? facts.arrivals[key] ?? Arrival()
        var after = before
        change(&after)
        guard after != before else { return }
        arrivals[key] = after
        for (arrival, step) in [(before, -1), (after, 1)] {
            guard let hour = arrival.hour else { continue }
            for measure in arrival.measures { counts[hour, default: [:]][AnalyticsKey(measure), default: 0] += step }
        }
    }

    private func notification(_ event: Event) -> (NotificationID, AnalyticsFacts.Notification)? {
        event.countedNotification.flatMap { id in facts.notifications[id].map { (id, $0) } }
    }

    private mutating func add(_ fact: AnalyticsEvent.Fact, at instant: Timestamp) {
        events.append(AnalyticsEvent(fact, at: instant))
    }

    private mutating func count(
        _ measure: AnalyticsMeasure,
        _ notification: AnalyticsFacts.Notification,
        _ channel: Channel,
        bucket: Int = 0,
        _ step: Int = 1,
        at instant: Timestamp
    ) {
        let key = AnalyticsKey(
            measure,
            bucket: bucket,
            category: notification.category,
            channel: channel,
            priority: notification.priority
        )
        counts[AnalyticsHour(of: instant), default: [:]][key, default: 0] += step
    }
}
