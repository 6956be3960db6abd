/// A table with its indexes, in the common subset of SQL and the words of ``Dialect``.
///
/// Its triggers are each database's own.
package struct SchemaTable: Sendable {
    package let name: String
    package let sql: String

    init(_ name: String, sql: String) {
        self.name = name
        self.sql = sql
    }

    /// Every table, each before those that refer to it.
    ///
    /// Every key starts with the app (its key in `app`), users' tables with app and user; times are milliseconds since 1970,
    /// identifiers 16 bytes that sort by time.
    package static let all: [SchemaTable] = [
        .meta, .app, .dataKey, .secretKey, .clock, .idempotency, .catalog,
        .user, .userCount, .erasedUser, .entity, .entityFloor, .deletedEntity, .member,
        .preference, .mute, .optOutCount, .device, .deviceCount, .deviceSweep, .reachability,
        .trigger, .namedUser, .claim, .localWait, .limitCount, .limitReservation, .rejectedRequest,
        .schedule, .schedulePlan, .firing, .notification, .content, .badge,
        .delivery, .receipt, .redelivery, .queue, .queueCount, .decisionCount, .deliveryCount,
        .channelAddress, .channelDelivery, .syncPush, .syncClear, .eventLog, .eventMark, .eventReader, .userKey,
        .etaReply, .actionReply, .auditTree, .auditPage, .auditPageKeys, .auditCheckpoint, .auditSecret,
        .webhook, .webhookMessage, .analyticsEvent, .analyticsCount, .arrival, .alert, .alertMessage,
    ]

    /// A condition that a column holds one of the words that are known, the usual one first; NULL passes a CHECK.
    ///
    /// `IN` with three words or more makes SQLite build a table of them for each row that it checks.
    static func isWord(_ column: String, _ words: String...) -> String {
        "(" + words.map { "\(column) = '\($0)'" }.joined(separator: " OR ") + ")"
    }
}
