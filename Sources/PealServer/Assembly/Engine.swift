import AsyncHTTPClient
import Foundation
import Logging
import PealCore
import PealCrypto
import PealEngine
import PealProviderKit
import PealSQLite
import ServiceLifecycle

/// The engine without its edge: store, keys, catalogs, loops.
///
/// Put together once, for every mode.
struct Engine {
    let store: SQLiteStore
    let clock: any PealClock
    let catalogs: CatalogRegistry
    let keyring: Keyring
    let zones: ZoneLibrary
    let ids: IDGenerator
    let work: WorkSignals
    let metrics = PipelineMetrics(uptime: Uptime().callAsFunction)
    let gate: BacklogGate
    let providers: ProviderRegistry
    let lanes: LaneBook
    let activity = RecentActivity()
    let decider: PageDecider
    let intake: TriggerIntake
    let planner: SchedulePlanner
    let services: [any Service]

    /// Wires the loops.
    init(_ foundation: EngineFoundation, providers set: ProviderSet, crash: CrashPoints, logger: Logger) {
        let configuration = foundation.configuration
        store = foundation.store
        clock = foundation.clock
        catalogs = foundation.catalogs
        keyring = foundation.keyring
        zones = foundation.zones
        work = foundation.work
        let clock = foundation.clock
        let zones = foundation.zones
        ids = MonotonicIDs(now: { clock.now }).generator
        gate = BacklogGate(bound: configuration.backlog)
        providers = ProviderRegistry(set.clients)
        let providers = providers
        lanes = LaneBook(maximumInFlight: configuration.maximumInFlight, limits: set.lanes(over: providers.limits))
        _ = lanes.apply(foundation.laneRecords, now: foundation.clock.now)
        let lanes = lanes
        decider = PageDecider(
            catalogs: catalogs,
            providers: { providers.available($0) },
            zones: { zones.zone($0) },
            formatting: TextFormatting(),
            ids: ids,
            lastActive: { [activity] app, user in activity.last(user, app: app) }
        )
        let vault = DataVault(keyring: keyring)
        intake = TriggerIntake(
            store: store,
            catalogs: catalogs,
            vault: vault,
            ids: ids,
            now: { clock.now },
            gate: gate,
            zones: { zones.zone($0) },
            metrics: metrics,
            preview: DecisionPreview(store: store, decider: decider, now: { clock.now }),
            crash: crash
        )
        planner = SchedulePlanner(
            store: store,
            catalogs: catalogs,
            now: { clock.now }
        )
        services =
            [
                DeliveryLoop(
                    store: store,
                    providers: providers,
                    lanes: lanes,
                    catalogs: catalogs,
                    keyring: keyring,
                    clock: clock,
                    random: { Double.random(in: 0..<1) },
                    work: work,
                    metrics: metrics,
                    crash: crash,
                    logger: logger
                ),
                ReceiptLoop(
                    store: store,
                    providers: providers,
                    lanes: lanes,
                    catalogs: catalogs,
                    clock: clock,
                    random: { Double.random(in: 0..<1) },
                    work: work,
                    metrics: metrics,
                    logger: logger
                ),
                SyncLoop(
                    store: store,
                    catalogs: catalogs,
                    clock: clock,
                    work: work,
                    metrics: metrics,
                    logger: logger
                ),
                LaneWatch(store: store, lanes: lanes, clock: clock, work: work, logger: logger),
                DeviceSweeper(
                    store: store,
                    catalogs: catalogs,
                    isAlarmed: { lanes.isDoubted(LaneKey(app: $0, provider: $1)) },
                    clock: clock,
                    metrics: metrics,
                    logger: logger
                ),
                DecisionLoop(
                    DecisionParts(
                        store: store,
                        decider: decider,
                        vault: vault,
                        clock: clock,
                        work: work,
                        metrics: metrics,
                        crash: crash,
                        logger: logger
                    ),
                    gate: gate
                ),
                ScheduleLoop(
                    store: store,
                    catalogs: catalogs,
                    planner: planner,
                    vault: vault,
                    ids: ids,
                    zones: { zones.zone($0) },
                    clock: clock,
                    work: work,
                    gate: gate,
                    metrics: metrics,
                    crash: crash,
                    logger: logger
                ),
                Sweeper(store: store, clock: clock, metrics: metrics, logger: logger),
                RetentionSweeper(store: store, catalogs: catalogs, clock: clock, metrics: metrics, logger: logger),
            ] + Self.keyServices(foundation, metrics, logger) + set.services
    }

    /// What follows rotations of keys in other processes; a sandbox has none.
    private static func keyServices(
        _ foundation: EngineFoundation,
        _ metrics: PipelineMetrics,
        _ logger: Logger
    ) -> [any Service] {
        guard let custody = foundation.custody else { return [] }
        let rotated = WakeSignal()
        return [
            KeyringRefresher(
                store: foundation.store,
                keyring: foundation.keyring,
                rootKeys: { try custody.candidates() },
                rotated: rotated,
                clock: foundation.clock,
                logger: logger
            ),
            ResealLoop(
                store: foundation.store,
                keyring: foundation.keyring,
                rotated: rotated,
                clock: foundation.clock,
                metrics: metrics,
                logger: logger
            ),
        ]
    }
}
