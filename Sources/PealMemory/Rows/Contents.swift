import PealCore

/// Everything that a store in memory holds, as a value: a copy is the state at an instant, as a crash would leave it.
public struct MemoryContents: Sendable {
    private var rows: [AppID: AppRows] = [:]
    /// Counts the writes.
    package internal(set) var version = 0
    var log = EventLog()
    var epoch = 0
    var clock: ClockRecord?
    var alertMessages: [AlertMessage.Key: AlertMessage] = [:]
    var rootKey: String?

    /// Nothing.
    public init() {}

    /// The apps that anything is stored of, by name.
    var apps: [AppID] { rows.keys.sorted() }

    /// What is stored of each app, by name.
    package var all: [AppRows] { apps.compactMap { rows[$0] } }

    /// Whether any trigger is open for users who join.
    var hasOpenTriggers: Bool { all.contains { !$0.triggers.isEmpty(.joinable) } }

    subscript(app: AppID) -> AppRows {
        get { rows[app] ?? AppRows(app: app) }
        _modify { yield &rows[app, default: AppRows(app: app)] }
    }

    /// Writes what a transaction did into the event log; returns it.
    mutating func logEvents() -> [Event] {
        var events: [Event] = []
        for app in apps where rows[app]?.events.isEmpty == false {
            events += self[app].events
            for user in self[app].events.compactMap(\.user) { self[app].audit.refer(to: user) }
            self[app].events = []
        }
        log.append(events)
        return events
    }
}
