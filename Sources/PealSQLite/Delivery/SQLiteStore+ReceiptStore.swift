import GRDB
public import PealCore
public import PealStore

extension SQLiteStore: ReceiptStore {
    /// Receipts of one lane that can be asked for, oldest first.
    public func dueReceipts(now: Timestamp, limit: Int) async throws -> [PendingReceipt] {
        try await read { db in try ReceiptRows.due(now: now, limit: limit, db) }
    }

    /// Writes what was learnt, in one transaction.
    public func settle(_ receipts: [ReceiptResult]) async throws {
        try await writer.perform(.progress, weight: receipts.count) { db, events in
            for receipt in receipts { try ReceiptRows.settle(receipt, &events, db) }
        }
    }

    /// When the next receipt can be asked for, later than an instant.
    public func nextReceipt(after now: Timestamp) async throws -> Timestamp? {
        try await read { db in
            try ReceiptRows.next(after: now, db).map { Timestamp(milliseconds: $0) }
        }
    }
}
