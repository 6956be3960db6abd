package import PealCore
package import PealStore

/// Every store port on one SQL database: what a database brings along is below, the ports stand with their features.
///
/// When a method that writes returns, its effect has been synced to disk.
package protocol SQLStore: AnyObject, Sendable, ActionStore, AlertMessageStore, AlertStore, AnalyticsStore, AuditStore,
    CancelStore, CatalogStore, ChangeStore, ChannelStore, ClockStore, DecisionLogStore, DeliveryStore, DeviceStore,
    DirectoryStore, EtaStore, EventStore, FanOutStore, IdempotencyStore, InboxStore, KeyStore, OptOutStore,
    PreferenceStore, QueueStore, ReachabilityStore, RedeliveryStore, RetentionStore, ScheduleStore, SealedStore,
    SyncStore, TraceStore, TrafficStore, TriggerStore, WebhookStore
{
    /// The one that writes.
    var writer: BatchingWriter { get }
    /// Whether it looks for addresses and deliveries in channels next to push and the inbox.
    var usesChannels: Bool { get }
    /// How many triggers of each app wait for their fan-out.
    var waitingCounts: [AppID: Int] { get }

    /// Counts triggers of an app that began or ceased to wait, once that is committed.
    func countWaiting(_ change: Int, of app: AppID)
    /// Runs a closure that looks up a few rows by their keys, on a snapshot that it may share.
    func look<Value: Sendable>(_ body: @escaping @Sendable (SQLConnection) throws -> Value) async throws -> Value
    /// Runs a reading closure on a snapshot of its own.
    func read<Value: Sendable>(_ body: @escaping @Sendable (SQLConnection) throws -> Value) async throws -> Value
    /// Removes what an erasure that was committed has left in the database's files.
    func emptyLog() async throws
}
