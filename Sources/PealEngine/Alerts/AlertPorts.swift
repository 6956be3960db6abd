public import PealStore

/// The ports that alerts are measured, stored and sent with.
public typealias AlertPorts = AlertStore & AnalyticsStore & QueueStore & WebhookStore & ChangeStore & DeviceStore
