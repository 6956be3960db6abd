public import PealStore

/// The ports that alerts are measured, stored and sent with.
public typealias AlertPorts = AlertStore & AnalyticsStore & LaneStore & WebhookStore & ChangeStore
