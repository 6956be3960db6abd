import PealCore
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
}
