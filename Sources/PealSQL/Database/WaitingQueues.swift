import PealCore

/// The app and provider of each queue that has rows in an index that begins with both.
///
/// Asked column by column: one seek for each app and for each provider of it. A comparison of both columns together,
/// `(app, provider) > (?, ?)`, seeks to the first row of the same queue and reads all its rows.
struct WaitingQueues {
    private let nextApp: String
    private let nextProvider: String

    /// - Parameters:
    ///   - table: the table that the rows are in.
    ///   - column: the column that names the provider, or the channel.
    ///   - condition: the condition of its partial index.
    init(in table: String, by column: String = "provider", where condition: String) {
        nextApp = "SELECT app FROM \(table) WHERE \(condition) AND app > ? ORDER BY app LIMIT 1"
        nextProvider =
            "SELECT \(column) FROM \(table) WHERE \(condition) AND app = ? AND \(column) > ? ORDER BY \(column) LIMIT 1"
    }

    /// The queues, by app and provider.
    func read(_ db: SQLConnection) throws -> [QueueKey] {
        var queues: [QueueKey] = []
        var key: Int64 = 0
        while let next = try db.value(Int64.self, nextApp, [key]) {
            key = next
            let app = try db.app(key)
            var provider = ""
            while let next = try db.first(nextProvider, [key, provider], { try $0.text(0) }) {
                provider = next
                queues.append(QueueKey(app: app, provider: ProviderID(rawValue: provider)))
            }
        }
        return queues.sorted()
    }
}
