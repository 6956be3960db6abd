public import PealStore

/// Every store port that the engine works through.
public typealias EngineStore = DirectoryStore & TriggerStore & FanOutStore & DecisionLogStore & ScheduleStore
    & CancelPorts & MovePorts & DeliveryStore & QueueStore & SyncStore & RedeliveryStore & DeviceStore & InboxStore
    & PreferenceStore & OptOutStore & CatalogStore & IdempotencyStore & KeyStore & TrafficStore & RetentionStore
    & EventStore & EtaStore & ActionStore & AuditStore & WebhookStore
    & AnalyticsStore & TraceStore & AlertStore & AlertMessageStore & ChannelStore & ReachabilityStore
