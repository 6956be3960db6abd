import PealCore
import PealEngine
import PealProviderKit

/// What the loops of one life share.
struct LifeParts {
    let setup: SimSetup
    let store: any SimPorts
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
            planner: planner,
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

    var planner: SchedulePlanner {
        let clock = clock
        return SchedulePlanner(store: store, catalogs: registry, now: { clock.now })
    }

    var publisher: CatalogPublisher {
        let (clock, planner) = (clock, planner)
        return CatalogPublisher(
            store: store,
            catalogs: registry,
            now: { clock.now },
            onPublish: { try await planner.plan($0) }
        )
    }

    var moves: TriggerMoves {
        let (clock, setup) = (clock, setup)
        return TriggerMoves(store: store, catalogs: registry, zones: { setup.zone($0) }, now: { clock.now })
    }

    var sweeper: Sweeper { Sweeper(store: store, clock: clock, metrics: metrics, logger: setup.logger) }

    var retention: RetentionSweeper {
        RetentionSweeper(store: store, catalogs: registry, clock: clock, metrics: metrics, logger: setup.logger)
    }

    var receipts: ReceiptLoop {
        let dice = dice
        return ReceiptLoop(
            store: store,
            providers: providers,
            lanes: lanes,
            catalogs: registry,
            clock: clock,
            random: { dice.unit() },
            work: work,
            metrics: metrics,
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
            DecisionParts(
                store: store,
                decider: decider,
                vault: vault,
                clock: clock,
                work: work,
                metrics: metrics,
                crash: CrashPoints(),
                logger: setup.logger
            ),
            gate: gate
        )
    }
}
