public import PealCore
public import PealStore

/// The ports that ``Why`` reads.
public typealias WhyStore = DecisionLogStore & DeliveryStore & TriggerStore & DirectoryStore & FanOutStore
    & ScheduleStore & ChannelStore

/// Everything ``Why`` knows the world by.
public struct WhyDependencies: Sendable {
    let store: any WhyStore
    let catalogs: @Sendable (_ app: AppID, _ version: Int?) -> Catalog?
    let available: @Sendable (AppID) -> Set<ProviderID>
    let zones: @Sendable (String) -> Zone?
    let data: @Sendable (PendingTrigger) throws -> [String: JSONValue]
    let rules: RuleLookup
    let queuePauses: @Sendable (Timestamp) async throws -> [QueueKey: QueuePause]
    let now: @Sendable () -> Timestamp

    /// Joins the parts.
    /// - Parameters:
    ///   - store: the store.
    ///   - catalogs: a version of an app's catalog; without a version the one in force.
    ///   - available: the push services an app can send through.
    ///   - zones: the rules of an IANA zone; `nil` when there is none.
    ///   - data: opens a trigger's sealed data.
    ///   - rules: finds rules in catalog files.
    ///   - queuePauses: why deliveries of queues wait, as far as this process knows.
    ///   - now: reads the clock.
    public init(
        store: any WhyStore,
        catalogs: @escaping @Sendable (_ app: AppID, _ version: Int?) -> Catalog?,
        available: @escaping @Sendable (AppID) -> Set<ProviderID>,
        zones: @escaping @Sendable (String) -> Zone?,
        data: @escaping @Sendable (PendingTrigger) throws -> [String: JSONValue],
        rules: @escaping RuleLookup,
        queuePauses: @escaping @Sendable (Timestamp) async throws -> [QueueKey: QueuePause],
        now: @escaping @Sendable () -> Timestamp
    ) {
        self.store = store
        self.catalogs = catalogs
        self.available = available
        self.zones = zones
        self.data = data
        self.rules = rules
        self.queuePauses = queuePauses
        self.now = now
    }
}
