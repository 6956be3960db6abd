import PealCore

/// Writes the events of a transaction into the log, as its last statements.
///
/// Users are named by the keys of `user_key`, so that erasing a user takes the name out of every event. The keys that were
/// needed lately are in memory.
struct EventLogWriter: Sendable {
    private let capacity: Int
    private var keys: [EventBatch.UserName: Int64] = [:]

    /// Starts with no key in memory.
    ///
    /// It holds `capacity` keys at most, then begins again; 30,000 take about 4 MB.
    init(capacity: Int = 30_000) { self.capacity = capacity }

    /// Events of one app and kind.
    private struct Group {
        var app: AppID
        var kind: EventKind
        var events = EventBytes()
    }

    /// Writes one row for each app and kind, in the order of their first events.
    mutating func write(_ batch: EventBatch, _ db: SQLConnection) throws {
        for name in batch.erased { keys[name] = nil }
        guard !batch.events.isEmpty else { return }
        var groups: [Group] = []
        for event in batch.events {
            let key = try event.user.map { try self.key(of: EventBatch.UserName(app: event.app, user: $0), db) }
            let known = groups.lastIndex { $0.kind == event.kind && $0.app == event.app }
            if known == nil { groups.append(Group(app: event.app, kind: event.kind)) }
            groups[known ?? groups.count - 1].events.append(event.subject, event.detail, user: key ?? 0)
        }
        for group in groups {
            try db.run(
                "INSERT INTO event_log (app, kind, events) VALUES (?, ?, ?)",
                [group.app.bound, group.kind.rawValue, group.events.bytes]
            )
        }
    }

    private mutating func key(of name: EventBatch.UserName, _ db: SQLConnection) throws -> Int64 {
        if let key = keys[name] { return key }
        let bindings: [SQLValue] = [name.app.bound, name.user.rawValue]
        let stored = try db.value(Int64.self, "SELECT key FROM user_key WHERE app = ? AND user_id = ?", bindings)
        let key =
            try stored ?? db.insertNumbered("INSERT INTO user_key (app, user_id) VALUES (?, ?) RETURNING key", bindings)
        if keys.count >= capacity { keys.removeAll(keepingCapacity: true) }
        keys[name] = key
        return key
    }
}
