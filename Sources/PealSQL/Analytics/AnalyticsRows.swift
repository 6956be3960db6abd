import PealCore

/// Reads and writes the analytics of an app.
struct AnalyticsRows {
    var app: AppID

    /// Keeps events, and adds to counts.
    func keep(_ batch: AnalyticsBatch, _ db: SQLConnection) throws {
        try keep(batch.events, at: batch.at, db)
        for (hour, counts) in batch.counts {
            for (key, count) in counts { try add(count, to: key, in: hour, db) }
        }
        for (key, arrival) in batch.arrivals { try ArrivalRows(app: app).keep(arrival, of: key, at: batch.at, db) }
    }

    private func keep(_ events: [AnalyticsEvent], at now: Timestamp, _ db: SQLConnection) throws {
        guard !events.isEmpty else { return }
        var bytes = AnalyticsEventBytes()
        for event in events { bytes.append(event, host: try host(of: event, db)) }
        try db.run(
            "INSERT INTO analytics_event (app, at, events) VALUES (?, ?, ?)",
            [app.bound, now.milliseconds, bytes.bytes]
        )
    }

    /// The key of the user that an event names; 0 when it names none, or the user was erased.
    private func host(of event: AnalyticsEvent, _ db: SQLConnection) throws -> Int64 {
        guard case .dashboardViewed(_, host: let user?, _) = event.fact else { return 0 }
        let bindings: [SQLValue] = [app.bound, user.rawValue]
        return try db.value(Int64.self, "SELECT key FROM user_key WHERE app = ? AND user_id = ?", bindings) ?? 0
    }

    private func add(_ count: Int, to key: AnalyticsKey, in hour: AnalyticsHour, _ db: SQLConnection) throws {
        try db.run(
            """
            INSERT INTO analytics_count (app, hour, measure, bucket, category, channel, priority, count)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (app, hour, measure, bucket, category, channel, priority)
            DO UPDATE SET count = analytics_count.count + excluded.count
            """,
            [
                app.bound, hour.number, key.measure.rawValue, key.bucket, key.category.rawValue, key.channel.rawValue,
                key.priority?.rank ?? -1, count,
            ]
        )
    }

    /// The counts of some hours, added by their keys.
    func counts(within hours: Range<AnalyticsHour>, _ db: SQLConnection) throws -> [AnalyticsKey: Int] {
        let counts = try db.all(
            """
            SELECT measure, bucket, category, channel, priority, SUM(count) FROM analytics_count
            WHERE app = ? AND hour >= ? AND hour < ? GROUP BY measure, bucket, category, channel, priority
            """,
            [app.bound, hours.lowerBound.number, hours.upperBound.number]
        ) { row in
            let key = AnalyticsKey(
                try row.word(0),
                bucket: try row.int(1),
                category: try row.key(2),
                channel: Channel(rawValue: try row.text(3)),
                priority: try row.int(4) < 0 ? nil : try row.priority(4)
            )
            return (key, try row.int(5))
        }
        return Dictionary(uniqueKeysWithValues: counts)
    }

    /// The events from a cursor on.
    func page(from cursor: EventCursor, limit: Int, _ db: SQLConnection) throws -> AnalyticsPage {
        let first = try db.value(Int64.self, "SELECT MIN(seq) FROM analytics_event")
        let last = try db.value(Int64.self, "SELECT {last_number analytics_event seq}") ?? 0
        let isAfterGap = cursor != .beginning && (cursor.row < first ?? last + 1 || cursor.row > last + 1)
        var page = AnalyticsPage(items: [], next: cursor, isAfterGap: isAfterGap)
        if cursor.row > last + 1 { page.next = .beginning }
        var names = EventLogRows.UserNames()
        let rows = try db.all(
            "SELECT seq, events FROM analytics_event WHERE app = ? AND seq >= ? ORDER BY seq LIMIT ?",
            [app.bound, page.next.row, Self.pageRows]
        ) { (seq: try $0.decode(Int64.self, atIndex: 0), bytes: try $0.bytes(1)) }
        for row in rows {
            var reader = AnalyticsEventReader(row.bytes)
            let read = row.seq == page.next.row ? page.next.index : 0
            var index = 0
            while let event = try reader.next({ try names.user($0, db) }) {
                defer { index += 1 }
                guard index >= read else { continue }
                guard page.items.count < limit else { return page }
                page.items.append(AnalyticsPage.Item(event, user: try user(of: event, db)))
                page.next = EventCursor(row: row.seq, index: index + 1)
            }
            page.next = EventCursor(row: row.seq + 1)
        }
        if rows.count < Self.pageRows { page.next = EventCursor(row: last + 1) }
        return page
    }

    /// Rows that a page is made of at most: one may hold hundreds of events.
    private static let pageRows = 50

    private func user(of event: AnalyticsEvent, _ db: SQLConnection) throws -> UserID? {
        guard let id = event.notification else { return nil }
        return try db.first("SELECT user_id FROM notification WHERE app = ? AND id = ?", [app.bound, id.blob]) {
            try $0.key(0)
        }
    }
}
