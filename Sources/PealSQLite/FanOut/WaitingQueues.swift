import GRDB
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
    ///   - condition: the condition of its partial index.
    init(in table: String, where condition: String) {
        nextApp = "SELECT app FROM \(table) WHERE \(condition) AND app > ? ORDER BY app LIMIT 1"
        nextProvider =
            "SELECT provider FROM \(table) WHERE \(condition) AND app = ? AND provider > ? ORDER BY provider LIMIT 1"
    }

    /// The queues, by app and provider.
    func read(_ db: Database) throws -> [LaneKey] {
        var queues: [LaneKey] = []
        var app = ""
        while let next = try db.first(nextApp, [app], { try $0.text(0) }) {
            app = next
            var provider = ""
            while let next = try db.first(nextProvider, [app, provider], { try $0.text(0) }) {
                provider = next
                queues.append(LaneKey(app: AppID(app), provider: ProviderID(rawValue: provider)))
            }
        }
        return queues
    }
}
