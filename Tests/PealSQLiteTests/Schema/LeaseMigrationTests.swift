import Foundation
import GRDB
import PealCore
import PealStore
import Testing

@testable import PealSQLite

@Suite("Leases of earlier versions")
struct LeaseMigrationTests {
    @Test("What was under way is taken over as interrupted; what was tried before and waits is claimed")
    func takesOver() async throws {
        try await withDirectory { directory in
            let path = directory.appending(path: "peal.sqlite").path
            let queue = try DatabaseQueue(path: path)
            try Migrations.run(on: queue, upTo: "0026-audit-pages")
            try await queue.write { db in for sql in Self.earlier { try db.execute(sql: sql) } }
            try queue.close()
            let store = try SQLiteStore.open(path: path, mode: .production, opening: .migrating)
            let epoch = try await store.beginEpoch()
            let states = try await states(store)
            #expect(states == ["01 sending 1", "02 pending -", "03 accepted 1", "04 pending -"])
            #expect(try await store.interrupted(epoch: epoch, limit: 9).map(\.id.device) == [Self.device(1)])
            let (delivery, channel) = try await store.pool.read { db in
                (
                    try Int.fetchOne(
                        db,
                        sql: "SELECT COUNT(*) FROM delivery WHERE \(PartialIndex.pending.condition)"
                    ),
                    try String.fetchAll(
                        db,
                        sql: """
                            SELECT channel || ' ' || state || ' ' || COALESCE(epoch, '-') || ' ' || COALESCE(due_at, '-')
                            FROM channel_delivery ORDER BY channel
                            """
                    )
                )
            }
            #expect(delivery == 2)
            #expect(channel == ["mail pending 1 -", "sms pending - 7", "voice failed - -"])
            try store.close()
        }
    }

    private func states(_ store: SQLiteStore) async throws -> [String] {
        try await store.pool.read { db in
            try String.fetchAll(
                db,
                sql: """
                    SELECT substr(hex(device_id), -2) || ' ' || \(DeliveryState.column(of: "d")) || ' '
                        || COALESCE(epoch, '-')
                    FROM delivery d ORDER BY device_id
                    """
            )
        }
    }

    private static func device(_ number: UInt64) -> DeviceID { DeviceID(UUIDv7(high: 0, low: number)) }

    /// One notification; its deliveries, by device: under way, tried and waiting, accepted, and never tried.
    private static let earlier =
        KeptCountsTests.earlierNotification + [
            "INSERT INTO meta (key, value) VALUES ('mode', 'production'), ('epoch', '1')",
            """
            INSERT INTO delivery (app, notification_id, device_id, user_id, provider, rank, state, due_at, epoch)
            SELECT 1, x'00000000000000000000000000000002', column1, 'a', 'fcm', 1, column2, 1, column3
            FROM (VALUES (x'00000000000000000000000000000001', 'sending', 1),
                (x'00000000000000000000000000000002', 'pending', 1), (x'00000000000000000000000000000003', 'accepted', 1),
                (x'00000000000000000000000000000004', 'pending', NULL))
            """,
            """
            INSERT INTO channel_delivery (app, notification_id, channel, rank, state, due_at, epoch)
            VALUES (1, x'00000000000000000000000000000002', 'mail', 1, 'sending', NULL, 1),
                (1, x'00000000000000000000000000000002', 'sms', 1, 'pending', 7, 1),
                (1, x'00000000000000000000000000000002', 'voice', 1, 'failed', NULL, 1)
            """,
        ]
}
