public import Logging
public import PealCore
public import PealStore
public import ServiceLifecycle

/// Drops what each app's catalog keeps no longer: inbox rows, deliveries, traces, trigger data (R186, R215, C22),
/// replies to events, audit entries that a checkpoint covers; firings that ended long ago; events that their readers have read;
/// and analytics.
///
/// A round is one bounded step for each app; between rounds others write.
public struct RetentionSweeper: Service {
    /// Rows a step looks at.
    static let step = 500
    private static let pause = Duration.milliseconds(50)
    private static let rest = Duration.seconds(3_600)
    /// After how long a walk begins anew, for what it had to pass by.
    private static let again = Duration.seconds(86_400)
    /// How long firings that ended are remembered: longer than anything is worth delivering, so that no time fires twice.
    static let scheduleMemory = Duration.seconds(30 * 86_400)

    private let store: any RetentionStore & ScheduleStore & EventStore & EtaStore & AuditStore & AnalyticsStore
    private let aged: SweepAged
    private let catalogs: CatalogRegistry
    private let clock: any PealClock
    private let metrics: PipelineMetrics
    private let logger: Logger
    private let never = WakeUp()

    /// Wires the sweeper.
    public init(
        store: any RetentionStore & SyncStore & ChangeStore & ScheduleStore & EventStore & EtaStore & AuditStore
            & AnalyticsStore,
        catalogs: CatalogRegistry,
        providers: Providers,
        clock: any PealClock,
        metrics: PipelineMetrics,
        logger: Logger
    ) {
        self.store = store
        aged = SweepAged(store: store, providers: providers)
        self.catalogs = catalogs
        self.clock = clock
        self.metrics = metrics
        self.logger = logger
    }

    /// Runs until graceful shutdown.
    public func run() async throws {
        var walks: [AppID: RetentionWalk] = [:]
        await RestartingLoop(name: "retention", wakeUp: never, clock: clock, metrics: metrics, logger: logger).run {
            try await round(&walks)
        }
    }

    /// One bounded step for each app; a short pause when any of them has more.
    func round(_ walks: inout [AppID: RetentionWalk]) async throws -> RestartingLoop.Rest {
        let hasMore = try await pass(&walks, width: Self.step)
        return .until(clock.now + (hasMore ? Self.pause : Self.rest))
    }

    /// One step for each app of at most `width` rows; whether any has more.
    func pass(_ walks: inout [AppID: RetentionWalk], width: Int) async throws -> Bool {
        let now = clock.now
        var hasMore = false
        for app in catalogs.apps {
            guard let catalog = catalogs.inForce(app) else { continue }
            var walk = walks[app] ?? RetentionWalk(begunAt: now)
            if now < walk.begunAt || now >= walk.begunAt + Self.again { walk = RetentionWalk(begunAt: now) }
            let isWhole = try await step(&walk, app, catalog, now: now, width)
            walks[app] = walk
            hasMore = hasMore || !isWhole
        }
        let isLeft = try await sweepWhatEnded(now: now, width)
        return hasMore || isLeft
    }

    /// Goes on where the walk stands; whether it came to the end.
    private func step(_ walk: inout RetentionWalk, _ app: AppID, _ catalog: Catalog, now: Timestamp, _ width: Int)
        async throws -> Bool
    {
        let cut = RetentionCut(app: app, catalog.retention, now: now)
        let notifications = try await aged.notifications(
            cut,
            badge: catalog.badge,
            after: walk.notification,
            limit: width,
            now: now
        )
        note(notifications.counts, app)
        if let next = notifications.next {
            walk.notification = next
            return false
        }
        let triggers = try await aged.triggers(cut, after: walk.trigger, limit: width)
        note(triggers.counts, app)
        guard triggers.next == nil else {
            walk.trigger = triggers.next
            return false
        }
        try await store.sweepRejections(of: app, before: cut.log)
        let entries = try await store.pruneAudit(of: app, before: now - catalog.retention.audit, limit: width)
        return try await store.sweepEtaReplies(of: app, before: cut.log, limit: width) < width && entries < width
    }

    /// What belongs to no app's times: firings that ended, users that cancelled local times waited for, events, and
    /// analytics.
    private func sweepWhatEnded(now: Timestamp, _ width: Int) async throws -> Bool {
        let schedules = try await store.sweepSchedules(before: now - Self.scheduleMemory, limit: width)
        let waits = try await store.sweepLocalWaits(limit: width)
        let events = try await store.sweepEvents(now: now, limit: width)
        let analytics = try await store.sweepAnalytics(now: now, limit: width)
        var counts = RetentionCounts()
        counts.schedules = schedules
        metrics.retained(without: counts)
        return schedules == width || waits == width || events == width || analytics == width
    }

    private func note(_ counts: RetentionCounts, _ app: AppID) {
        guard counts != RetentionCounts() else { return }
        metrics.retained(without: counts)
        logger.info(
            "deleted data past its retention",
            metadata: [
                "app": "\(app)", "inbox": "\(counts.inbox)", "decisions": "\(counts.decisions)",
                "deliveries": "\(counts.deliveries)", "data": "\(counts.data)", "triggers": "\(counts.triggers)",
            ]
        )
    }
}

/// How far a sweep has come in an app.
struct RetentionWalk: Equatable {
    let begunAt: Timestamp
    var notification: NotificationID?
    var trigger: TriggerID?
}
