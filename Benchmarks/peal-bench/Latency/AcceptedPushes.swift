import Foundation
import GRDB
import JudgeKit
import PealCore

/// When the push service accepted the pushes of reports, as the server recorded it.
enum AcceptedPushes {
    /// Reads it from the database, to the millisecond.
    /// - Parameters:
    ///   - database: the server's.
    ///   - sent: the triggers, by the numbers of their reports.
    /// - Returns: seconds from the time at which each was due.
    /// - Throws: ``JudgeError`` when a push is missing.
    static func latencies(in database: URL, of sent: [Int: Timestamp]) throws -> [Double] {
        var configuration = Configuration()
        configuration.readonly = true
        configuration.busyMode = .timeout(5)
        let queue = try DatabaseQueue(path: database.path, configuration: configuration)
        defer { try? queue.close() }
        var latencies: [Double] = []
        try queue.read { db in
            let rows = try Row.fetchCursor(
                db,
                sql: """
                    SELECT t.entity_id, d.accepted_at FROM trigger t
                    JOIN notification n ON n.app = t.app AND n.trigger_id = t.id
                    JOIN delivery d ON d.app = n.app AND d.notification_id = n.id
                    WHERE t.entity_type = 'report' AND d.accepted_at IS NOT NULL
                    """
            )
            while let row = try rows.next() {
                guard let number = Int((row[0] as String).dropFirst()), let due = sent[number] else { continue }
                latencies.append(Double((row[1] as Int64) - due.milliseconds) / 1_000)
            }
        }
        guard latencies.count == sent.count else {
            throw JudgeError(.unexpectedAnswer, "\(latencies.count) of \(sent.count) pushes were accepted")
        }
        return latencies
    }
}
