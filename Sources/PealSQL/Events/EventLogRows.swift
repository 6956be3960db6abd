import PealCore
import PealStore

/// Reads the event log, and deletes what nobody needs any longer.
enum EventLogRows {
    static func page(of kinds: Set<EventKind>, after cursor: EventCursor, limit: Int, _ db: SQLConnection) throws
        -> LogPage
    {
        var names = UserNames()
        switch try references(of: kinds, after: cursor, limit: limit, db) {
        case .resync(let end): return .resync(end)
        case .events(let found, let next):
            let events = try found.map { found in
                var event = found.event
                event.user = try names.user(found.user, db)
                return LoggedEvent(event, next: found.next)
            }
            return .events(events, next: next)
        }
    }

    /// An event that names its user by key alone, 0 for none.
    struct Reference {
        var event: Event
        var user: Int64
        var next: EventCursor
    }

    /// A page of events that name users by key.
    enum References {
        case events([Reference], next: EventCursor)
        case resync(EventCursor)
    }

    static func references(of kinds: Set<EventKind>, after cursor: EventCursor, limit: Int, _ db: SQLConnection) throws
        -> References
    {
        let (first, end) = try bounds(db)
        guard cursor.row >= first, cursor.row <= end else {
            return .resync(EventCursor(row: cursor.row < first ? first : end))
        }
        var events: [Reference] = []
        var next = cursor
        var rows = 0
        // One row may hold more events than are asked for: then the rest is not read.
        let isFull = try db.firstFound(
            "SELECT seq, app, kind, events FROM event_log WHERE seq >= ? \(clause(kinds)) ORDER BY seq LIMIT ?",
            [cursor.row] + bindings(kinds) + [min(limit, pageRows)]
        ) { row -> Bool? in
            rows += 1
            let number = try row.decode(Int64.self, atIndex: 0)
            let (app, kind): (AppID, EventKind) = (try row.key(1), try row.word(2))
            let stored = try EventBytes.read(try row.bytes(3))
            let read = number == cursor.row ? cursor.index : 0
            for (index, new) in stored.enumerated().dropFirst(read).prefix(limit - events.count) {
                next = EventCursor(row: number, after: index, of: stored.count)
                let event = Event(kind, app: app, new.subject, new.detail)
                events.append(Reference(event: event, user: new.user, next: next))
            }
            return events.count < limit ? nil : true
        }
        // The rest of the log is of other kinds.
        if isFull == nil, rows < min(limit, pageRows) { next = EventCursor(row: end) }
        return .events(events, next: next)
    }

    /// Rows that a page is made of at most.
    private static let pageRows = 200

    /// Restricts a statement to kinds, where there are any.
    private static func clause(_ kinds: Set<EventKind>) -> String {
        guard !kinds.isEmpty else { return "" }
        return "AND kind IN (\(Array(repeating: "?", count: kinds.count).joined(separator: ", ")))"
    }

    private static func bindings(_ kinds: Set<EventKind>) -> [SQLValue] { kinds.map(\.rawValue).sorted() }

    /// Whether a reader has events of some kinds left to read.
    static func isUnread(by reader: EventReader, _ kinds: Set<EventKind>, _ db: SQLConnection) throws -> Bool {
        let cursor = try cursor(of: reader, db) ?? .beginning
        return try db.exists(
            "SELECT 1 FROM event_log WHERE seq >= ? \(clause(kinds)) LIMIT 1",
            [cursor.row] + bindings(kinds)
        )
    }

    static func cursor(of reader: EventReader, _ db: SQLConnection) throws -> EventCursor? {
        try db.first("SELECT seq, read FROM event_reader WHERE name = ?", [reader.rawValue]) {
            EventCursor(row: try $0.decode(Int64.self, atIndex: 0), index: try $0.int(1))
        }
    }

    /// Keeps how far a reader has come, which must be where it was expected.
    static func move(_ move: ReaderMove, _ db: SQLConnection) throws {
        guard try cursor(of: move.reader, db) == move.from else { throw GuardFailed() }
        guard move.from != move.to else { return }
        try db.run(
            """
            INSERT INTO event_reader (name, seq, read) VALUES (?, ?, ?)
            ON CONFLICT (name) DO UPDATE SET seq = excluded.seq, read = excluded.read
            """,
            [move.reader.rawValue, move.to.row, move.to.index]
        )
    }

    static func end(_ db: SQLConnection) throws -> EventCursor { EventCursor(row: try bounds(db).end) }

    /// The first row that is kept, and the number that the next one gets.
    private static func bounds(_ db: SQLConnection) throws -> (first: Int64, end: Int64) {
        let last = try db.value(Int64.self, "SELECT {last_number event_log seq}") ?? 0
        let first = try db.value(Int64.self, "SELECT MIN(seq) FROM event_log")
        return (first ?? last + 1, last + 1)
    }

    /// The users that events of one page name, each looked up once.
    struct UserNames {
        private var known: [Int64: UserID?] = [:]

        mutating func user(_ key: Int64, _ db: SQLConnection) throws -> UserID? {
            guard key > 0 else { return nil }
            if let user = known[key] { return user }
            let user = try db.first("SELECT user_id FROM user_key WHERE key = ?", [key]) { try $0.key(0) as UserID }
            known[key] = .some(user)
            return user
        }
    }
}
