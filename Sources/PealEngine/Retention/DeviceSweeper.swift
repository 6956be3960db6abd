public import Logging
public import PealCore
public import PealStore
public import ServiceLifecycle

/// Takes devices that are not reached out of use, in bounded steps (R008, R011, C14).
///
/// What a push service declared dead is forgotten after a grace time, unless the token-invalidation breaker is open;
/// what was not seen for the app's `devices.staleAfter` gets no more pushes, and is forgotten much later. What was
/// revoked is deleted once `retention.deliveryLog` has passed, when the log of its deliveries is gone as well. No day takes more
/// than a share of an app's devices, where that is bounded.
public struct DeviceSweeper: Service {
    private static let step = 500

    private let store: any DeviceStore & ChangeStore
    private let devices: ChangeDevices
    private let isBounded: Bool
    private let catalogs: CatalogRegistry
    private let providers: [ProviderID]
    private let isAlarmed: @Sendable (AppID, ProviderID) -> Bool
    private let clock: any PealClock
    private let metrics: PipelineMetrics
    private let logger: Logger
    private let never = WakeUp()

    /// Wires the sweeper.
    ///
    /// `isAlarmed` says whether the token-invalidation breaker of an app and a provider is open: then none of them
    /// is forgotten. `isBounded` says whether a day takes only a share of an app's devices (``DeviceSweep``).
    public init(
        store: any DeviceStore & ChangeStore,
        catalogs: CatalogRegistry,
        providers: Providers,
        isAlarmed: @escaping @Sendable (AppID, ProviderID) -> Bool,
        isBounded: Bool = false,
        clock: any PealClock,
        metrics: PipelineMetrics,
        logger: Logger
    ) {
        self.store = store
        devices = ChangeDevices(store: store)
        self.isBounded = isBounded
        self.catalogs = catalogs
        self.providers = providers.ids
        self.isAlarmed = isAlarmed
        self.clock = clock
        self.metrics = metrics
        self.logger = logger
    }

    /// Runs until graceful shutdown.
    public func run() async throws {
        await RestartingLoop(name: "devices", wakeUp: never, clock: clock, metrics: metrics, logger: logger).run {
            try await round()
        }
    }

    /// One bounded step for each app; a short pause when any of them has more.
    func round() async throws -> RestartingLoop.Rest {
        let now = clock.now
        let hasMore = try await pass(now: now)
        return .until(now + (hasMore ? .seconds(1) : .seconds(3_600)))
    }

    /// One bounded step for each app; whether any of them has more.
    func pass(now: Timestamp) async throws -> Bool {
        var hasMore = false
        for app in catalogs.apps {
            guard let catalog = catalogs.inForce(app) else { continue }
            var counts = DeviceSweepCounts()
            var day = try await today(app, now)
            for provider in providers where !isAlarmed(app, provider) {
                let ended = try await end(.invalid(provider), of: app, catalog, &day, now: now)
                counts.invalid += ended
                hasMore = hasMore || ended == Self.step
            }
            counts.stale = try await end(.active, of: app, catalog, &day, now: now)
            counts.removed = try await end(.stale, of: app, catalog, &day, now: now)
            var unbounded: DeviceSweep?
            // Its address was forgotten before: nobody misses it.
            counts.deleted = try await end(.revoked, of: app, catalog, &unbounded, now: now)
            hasMore = hasMore || [counts.stale, counts.removed, counts.deleted].contains(Self.step)
            note(counts, app)
        }
        return hasMore
    }

    /// What the sweeps of the day took before; `nil` where they are not bounded.
    private func today(_ app: AppID, _ now: Timestamp) async throws -> DeviceSweep? {
        guard isBounded else { return nil }
        let day = DeviceSweep.day(of: now)
        if let known = try await store.deviceSweep(of: app), known.day == day { return known }
        return DeviceSweep(day: day, devices: try await store.deviceCount(of: app))
    }

    /// The next instant at which a device that ages now is due, in bounded reads; none when no device ages.
    func next(after now: Timestamp) async throws -> Timestamp? {
        var next: Timestamp?
        for app in catalogs.apps {
            guard let catalog = catalogs.inForce(app) else { continue }
            let invalid = providers.filter { !isAlarmed(app, $0) }.map(AgedDevice.Group.invalid)
            for group in invalid + [.active, .stale, .revoked] {
                guard let oldest = try await devices.oldest(group, app: app) else { continue }
                let due = DevicePolicy.due(
                    oldest,
                    staleAfter: catalog.staleAfter,
                    deliveryLog: catalog.retention.deliveryLog
                )
                if due > now { next = min(next ?? due, due) }
            }
        }
        return next
    }

    /// One step of a group; what it took is kept first, so that a crash takes nothing twice.
    private func end(
        _ group: AgedDevice.Group,
        of app: AppID,
        _ catalog: Catalog,
        _ day: inout DeviceSweep?,
        now: Timestamp
    ) async throws -> Int {
        let instant = DevicePolicy.end(
            of: group,
            staleAfter: catalog.staleAfter,
            deliveryLog: catalog.retention.deliveryLog,
            now: now
        )
        guard var sweep = day else {
            return try await devices.end(group, app: app, before: instant, at: now, limit: Self.step)
        }
        let staleBy = now - DevicePolicy.staleNotice
        let due = try await store.agedDevices(group, app: app, before: instant, staleBy: staleBy, limit: Self.step)
            .count
        guard due > 0 else { return 0 }
        let limit = min(due, sweep.room)
        sweep.ended += limit
        sweep.waits = sweep.waits || due > limit
        if sweep != day { try await store.keep(sweep, of: app) }
        day = sweep
        guard limit > 0 else { return 0 }
        return try await devices.end(group, app: app, before: instant, at: now, limit: limit)
    }

    private func note(_ counts: DeviceSweepCounts, _ app: AppID) {
        guard counts != DeviceSweepCounts() else { return }
        metrics.devicesSwept(counts)
        logger.notice(
            "removed devices",
            metadata: [
                "app": "\(app)", "invalid": "\(counts.invalid)", "stale": "\(counts.stale)",
                "removed": "\(counts.removed)", "deleted": "\(counts.deleted)",
            ]
        )
    }
}
