import PealCore
import PealEngine
import PealProviderKit
import PealStore

/// One life of the process, from its start to its crash: the real intake, decisions, delivery and sweeps on the real
/// store.
final class Life: Sendable {
    let number: Int
    let storage: any SimStore
    let store: any SimPorts
    /// What the checks look at.
    let facts: FactReader
    let intake: TriggerIntake
    let decisions: DecisionLoop
    let delivery: DeliveryLoop
    let schedules: ScheduleLoop
    let devices: DeviceSweeper
    let receipts: ReceiptLoop
    let sweeper: Sweeper
    let retention: RetentionSweeper
    let cancels: CancelTriggers
    let moves: TriggerMoves
    let publisher: CatalogPublisher
    let lanes: LaneBook
    let catalogs: CatalogRegistry
    /// The texts of the catalogs on disk, the oldest first.
    let texts: [String]

    private init(number: Int, storage: any SimStore, parts: LifeParts, texts: [String]) {
        self.number = number
        self.storage = storage
        facts = storage.facts
        self.texts = texts
        store = parts.store
        intake = parts.intake
        decisions = parts.decisions
        delivery = parts.delivery
        schedules = parts.schedules
        devices = parts.devices
        receipts = parts.receipts
        sweeper = parts.sweeper
        retention = parts.retention
        cancels = CancelTriggers(store: parts.store)
        moves = parts.moves
        publisher = parts.publisher
        lanes = parts.lanes
        catalogs = parts.registry
    }

    /// Opens what is stored.
    static func open(
        number: Int,
        stored: any StoredState,
        setup: SimSetup,
        apps: [SimWorld.App],
        clock: VirtualClock,
        dice: Dice,
        ids: IDGenerator,
        providers list: [AppID: [any PushProvider]],
        hooks: ChangeHooks
    ) async throws -> Life {
        let storage = try stored.open(hooks)
        let store = storage.ports
        let registry = CatalogRegistry()
        var texts: [String] = []
        for app in apps {
            if let text = app.published.first {
                _ = try await store.publish(app: app.id, fileHash: Array(text.utf8), yaml: text, now: clock.now)
            }
            let kept = try await store.catalogs(app: app.id)
            registry.put(
                kept.compactMap { kept in
                    var catalog = app.texts[kept.yaml]
                    catalog?.version = kept.version
                    return catalog
                }
            )
            texts += kept.map(\.yaml)
        }
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
        let parts = LifeParts(
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
        return Life(number: number, storage: storage, parts: parts, texts: texts)
    }
}
