public import PealStore

/// A store that keeps everything: what each engine's store is.
public typealias PlatformStore = TriggerStore & FanOutStore & DeliveryStore & DirectoryStore & DeviceStore
    & PreferenceStore
    & InboxStore & DecisionLogStore & IdempotencyStore & KeyStore & SealedStore & CatalogStore & QueueStore
    & SyncStore & RedeliveryStore & RetentionStore & ScheduleStore & OptOutStore & EventStore & CancelStore
    & ChangeStore & EtaStore & ActionStore & AuditStore & WebhookStore & AnalyticsStore
    & TraceStore & AlertStore & AlertMessageStore & ChannelStore & ClockStore & ReachabilityStore
