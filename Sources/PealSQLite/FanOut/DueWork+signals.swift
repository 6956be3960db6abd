import GRDB
import PealCore

/// Signals to devices, which go through the lanes at the lowest priority.
extension DueWork {
    /// When the next signal falls due; of a lane that is held, not before its end.
    static func nextSignal(after now: Timestamp, holds: [LaneKey: LaneHold], _ db: Connection) throws -> Int64? {
        var earliest: [Int64] = []
        for lane in try signalLanes(db) {
            let key: [Binding] = [lane.app.bound, lane.provider.rawValue]
            if let hold = holds[lane] {
                guard let until = hold.until else { continue }
                let first = try db.value(Int64.self, "SELECT MIN(due_at) FROM device_signal WHERE \(waiting)", key)
                if let first { earliest.append(max(first, until.milliseconds)) }
            } else {
                let next = try db.value(
                    Int64.self,
                    "SELECT MIN(due_at) FROM device_signal WHERE \(waiting) AND due_at > ?",
                    key + [now.milliseconds]
                )
                if let next { earliest.append(next) }
            }
        }
        return earliest.min()
    }

    /// Whether a signal is due or under way.
    static func hasSignals(at now: Timestamp, holds: [LaneKey: LaneHold], _ db: Connection) throws -> Bool {
        if try db.exists("SELECT 1 FROM device_signal WHERE epoch IS NOT NULL LIMIT 1") { return true }
        return try isSignalDue(at: now, db) { holds[$0] == nil }
    }

    /// Whether a signal is due of a lane that is open.
    static func isSignalDue(at now: Timestamp, _ db: Connection, of isOpen: (LaneKey) -> Bool) throws -> Bool {
        try signalLanes(db).contains { lane in
            guard isOpen(lane) else { return false }
            return try db.exists(
                "SELECT 1 FROM device_signal WHERE \(waiting) AND due_at <= ? LIMIT 1",
                [lane.app.bound, lane.provider.rawValue, now.milliseconds]
            )
        }
    }

    /// The lanes that have signals waiting, however many signals there are.
    static func signalLanes(_ db: Connection) throws -> [LaneKey] { try signals.read(db) }

    private static let signals = WaitingQueues(in: "device_signal", where: isWaiting)
    private static let isWaiting = "due_at IS NOT NULL AND epoch IS NULL"
    private static let waiting = "\(isWaiting) AND app = ? AND provider = ?"
}
