import Foundation
import PealCore
import PealPipeline
import PealProviderKit
import PealSQLite
import PealStore

/// One life of the process, from its start to its crash: the real intake, decisions, delivery and sweeps on the real
/// store.
struct Life: Sendable {
    let number: Int
    let directory: URL
    let store: SQLiteStore
    /// What the invariants look through.
    let view: StoreView
    let intake: TriggerIntake
    let decisions: DecisionLoop
    let delivery: DeliveryLoop
    let schedules: ScheduleLoop
    let devices: DeviceSweeper
    let lanes: LaneBook

    static let fileName = "peal.db"

    /// Opens what lies in a directory.
    static func open(
        number: Int,
        directory: URL,
        setup: SimSetup,
        clock: VirtualClock,
        dice: Dice,
        ids: IDGenerator,
        providers list: [AppID: [any PushProvider]],
        hooks: WriteHooks
    ) async throws -> Life {
        let path = directory.appending(path: fileName).path
        let store = try SQLiteStore.open(path: path, mode: .sandbox, hooks: hooks)
        let registry = CatalogRegistry()
        for catalog in setup.catalogs { registry.put([catalog]) }
        let providers = ProviderRegistry(list)
        let lanes = LaneBook(maximumInFlight: 12, limits: providers.limits)
        _ = lanes.apply(try await store.lanes(), now: clock.now)
        let decider = PageDecider(
            catalogs: registry,
            providers: { providers.available($0) },
            zones: { setup.zone($0) },
            formatting: TextFormatting(),
            ids: ids
        )
        let parts = Parts(
            setup: setup,
            store: store,
            clock: clock,
            dice: dice,
            ids: ids,
            registry: registry,
            providers: providers,
            lanes: lanes,
            decider: decider
        )
        return Life(
            number: number,
            directory: directory,
            store: store,
            view: try StoreView(path: path),
            intake: parts.intake,
            decisions: parts.decisions,
            delivery: parts.delivery,
            schedules: parts.schedules,
            devices: parts.devices,
            lanes: lanes
        )
    }
}

/// What the loops of one life share.
private struct Parts {
    let setup: SimSetup
    let store: SQLiteStore
    let clock: VirtualClock
    let dice: Dice
    let ids: IDGenerator
    let registry: CatalogRegistry
    let providers: ProviderRegistry
    let lanes: LaneBook
    let decider: PageDecider
    let work = WorkSignals()
    let metrics = PipelineMetrics()
    let gate = BacklogGate(bound: 1_000)

    var vault: DataVault { DataVault(keyring: setup.keyring) }

    var intake: TriggerIntake {
        let (clock, setup) = (clock, setup)
        return TriggerIntake(
            store: store,
            catalogs: registry,
            vault: vault,
            ids: ids,
            now: { clock.now },
            gate: gate,
            wake: work.accepted,
            zones: { setup.zone($0) },
            metrics: metrics,
            preview: DecisionPreview(store: store, decider: decider, now: { clock.now }),
            crash: CrashPoints()
        )
    }

    var delivery: DeliveryLoop {
        let dice = dice
        return DeliveryLoop(
            store: store,
            providers: providers,
            lanes: lanes,
            catalogs: registry,
            keyring: setup.keyring,
            clock: clock,
            random: { dice.unit() },
            work: work,
            metrics: metrics,
            crash: CrashPoints(),
            logger: setup.logger
        )
    }

    var schedules: ScheduleLoop {
        let (clock, setup) = (clock, setup)
        return ScheduleLoop(
            store: store,
            catalogs: registry,
            planner: SchedulePlanner(store: store, now: { clock.now }, planned: work.schedules),
            vault: vault,
            ids: ids,
            zones: { setup.zone($0) },
            clock: clock,
            work: work,
            gate: gate,
            metrics: metrics,
            crash: CrashPoints(),
            logger: setup.logger
        )
    }

    var devices: DeviceSweeper {
        let lanes = lanes
        return DeviceSweeper(
            store: store,
            catalogs: registry,
            isAlarmed: { lanes.isDoubted(LaneKey(app: $0, provider: $1)) },
            clock: clock,
            metrics: metrics,
            logger: setup.logger
        )
    }

    var decisions: DecisionLoop {
        DecisionLoop(
            store: store,
            release: HeldRelease(
                store: store,
                decider: decider,
                vault: vault,
                clock: clock,
                work: work,
                metrics: metrics,
                crash: CrashPoints(),
                logger: setup.logger
            ),
            closing: WindowClosing(
                store: store,
                decider: decider,
                vault: vault,
                clock: clock,
                work: work,
                metrics: metrics,
                crash: CrashPoints(),
                logger: setup.logger
            ),
            fanOut: FanOut(
                store: store,
                decider: decider,
                vault: vault,
                clock: clock,
                work: work,
                gate: gate,
                metrics: metrics,
                crash: CrashPoints(),
                logger: setup.logger
            ),
            clock: clock,
            work: work,
            metrics: metrics,
            logger: setup.logger
        )
    }
}
