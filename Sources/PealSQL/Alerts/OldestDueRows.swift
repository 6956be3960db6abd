import PealCore

/// Finds what is due longest, by one look into an index for each queue of the app that holds something.
struct OldestDueRows {
    var app: AppID
    var now: Timestamp

    func read(_ db: SQLConnection) throws -> OldestDue {
        var oldest = OldestDue()
        let queues = try db.all(Self.queues, [app.bound]) { try $0.text(0) }
        for priority in Priority.allCases {
            for phase in TriggerState.Phase.open {
                let bindings: [SQLValue] = [app.bound, priority.rank, phase.rawValue, now.milliseconds]
                oldest.trigger = Self.earlier(oldest.trigger, try db.value(Int64.self, Self.trigger, bindings))
            }
            for provider in queues {
                let bindings: [SQLValue] = [app.bound, provider, priority.rank, now.milliseconds]
                for table in [Self.delivery, Self.channelDelivery] {
                    oldest.delivery = Self.earlier(oldest.delivery, try db.value(Int64.self, table, bindings))
                }
            }
        }
        return oldest
    }

    private static func earlier(_ known: Timestamp?, _ found: Int64?) -> Timestamp? {
        [known, found.map { Timestamp(milliseconds: $0) }].compactMap(\.self).min()
    }

    private static let queues = "SELECT provider FROM queue_count WHERE app = ? AND open > 0"
    private static let trigger = """
        SELECT MIN(due_at) FROM trigger
        WHERE \(PartialIndex.open.condition) AND app = ? AND rank = ? AND fan_out = ? AND due_at <= ?
        """
    private static let delivery = """
        SELECT MIN(due_at) FROM delivery
        WHERE \(PartialIndex.pending.condition) AND app = ? AND provider = ? AND rank = ? AND due_at <= ?
        """
    private static let channelDelivery = """
        SELECT MIN(due_at) FROM channel_delivery
        WHERE \(PartialIndex.pending.condition) AND app = ? AND channel = ? AND rank = ? AND due_at <= ?
        """
}
