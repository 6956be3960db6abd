/// A table of a store.
///
/// Their order is that of an erasure. ``holding`` says what each of them holds about users: the one list that erasures
/// and the export follow. A test compares it with the schema.
public enum StoredTable: String, CaseIterable, Sendable {
    // The badge goes first: that spares a count for every notification.
    case badge, notification, device, reachability, member, preference, mute, entity, firing
    case localWait = "local_wait"
    case rejectedRequest = "rejected_request"
    case limitWindowUse = "limit_reservation"
    case limitCount = "limit_count"
    case trigger
    case webhookMessage = "webhook_message"
    case namedUser = "named_user"
    case storedAnswer = "idempotency"
    case auditSecret = "audit_secret"
    case userKey = "user_key"
    case channelAddress = "channel_address"
    case user
    case erasedUser = "erased_user"

    // What goes with a row of theirs.
    case etaReply = "eta_reply"
    case actionReply = "action_reply"
    case delivery, redelivery, receipt, content
    case channelDelivery = "channel_delivery"
    case syncPush = "sync_push"
    case syncClear = "sync_clear"
    case eventLog = "event_log"
    case analyticsEvent = "analytics_event"
    case auditPage = "audit_page"
    case auditPageKeys = "audit_page_keys"
    case arrival

    // What names no user.
    case meta, app, catalog, claim, schedule, queue
    case webhook, alert
    case alertMessage = "alert_message"
    case secretKey = "secret_key"
    case dataKey = "data_key"
    case optOutCount = "opt_out_count"
    case deletedEntity = "deleted_entity"
    case decisionCount = "decision_count"
    case deliveryCount = "delivery_count"
    case queueCount = "queue_count"
    case deviceCount = "device_count"
    case eventReader = "event_reader"
    case analyticsCount = "analytics_count"
    case auditTree = "audit_tree"
    case auditCheckpoint = "audit_checkpoint"
}
