import PealCore
import PealStore

/// What is kept for analytics.
extension StoreScene {
    /// One event of each name, and of each form.
    var analyticsEvents: [AnalyticsEvent] {
        let id: NotificationID = self.id()
        let facts: [AnalyticsEvent.Fact] = [
            .sent(id, "status", channels: [.push, .inApp]), .delivered(id, .inApp, latency: .zero, .accepted),
            .delivered(id, .push, latency: .milliseconds(1_234), .confirmed),
            .opened(id, timeSinceSent: .seconds(90)), .deliveryFailed(id, .push, errorCode: "Unregistered ö🎈"),
            .preferenceUpdated("status", isEnabled: true, channels: [.push]),
            .preferenceUpdated(nil, isEnabled: false, channels: []),
            .etaSubmitted(report, .runningLate, minutesLate: 10), .etaSubmitted(report, .onTime, minutesLate: nil),
            .dashboardViewed(report, host: nil, participants: 300),
            .actionTaken(id, action: "late-10", .quickReply, EtaChoice(.runningLate, minutesLate: 10)),
            .actionTaken(id, action: "ö🎈", .openApp, nil),
        ]
        return facts.enumerated().map { AnalyticsEvent($1, at: now + .milliseconds($0)) }
    }

    /// What a reader keeps.
    func batch(_ events: [AnalyticsEvent] = [], counts: [AnalyticsHour: [AnalyticsKey: Int]] = [:]) -> AnalyticsBatch {
        var batch = AnalyticsBatch(AnalyticsReading([], facts: AnalyticsFacts(), catalog: nil), at: now)
        batch.events = events
        batch.counts = counts
        return batch
    }

    func keep(_ events: [AnalyticsEvent], app: AppID? = nil) async throws {
        _ = try await store.apply([ChangeGroup(app: app ?? self.app, [.keepAnalytics(batch(events))])])
    }

    /// Keeps what is known of participants.
    func keep(_ arrivals: [Arrival.Key: Arrival]) async throws {
        var batch = batch()
        batch.arrivals = arrivals
        _ = try await store.apply([ChangeGroup(app: app, [.keepAnalytics(batch)])])
    }

    /// What is known of some participants of some events.
    func arrivals(at events: [EntityRef], of users: [UserID]) async throws -> [Arrival.Key: Arrival] {
        var question = AnalyticsQuestion()
        for event in events { for user in users { question.arrivals.insert(Arrival.Key(event, user)) } }
        return try await store.analyticsFacts(question, app: app).arrivals
    }

    func count(_ counts: [AnalyticsKey: Int], in hour: AnalyticsHour, app: AppID? = nil) async throws {
        let batch = batch(counts: [hour: counts])
        _ = try await store.apply([ChangeGroup(app: app ?? self.app, [.keepAnalytics(batch)])])
    }

    /// What is kept of the scene's app.
    func analytics(from cursor: EventCursor = .beginning, limit: Int = 100) async throws -> AnalyticsPage {
        try await store.analyticsEvents(of: app, from: cursor, limit: limit)
    }
}
