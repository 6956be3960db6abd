import Foundation
import GRDB
import PealCore
import PealStore
import Testing

@testable import PealSQLite

@Suite("Opening a data directory")
struct OpeningTests {
    @Test("A directory of the other mode is refused with advice", arguments: SQLiteStore.Mode.allCases)
    func otherMode(_ mode: SQLiteStore.Mode) async throws {
        try await withDirectory { directory in
            let path = directory.appending(path: "peal.sqlite").path
            try SQLiteStore.open(path: path, mode: mode).close()
            try SQLiteStore.open(path: path, mode: mode).close()
            let other: SQLiteStore.Mode = mode == .sandbox ? .production : .sandbox
            let error = #expect(throws: StoreError.self) { try SQLiteStore.open(path: path, mode: other) }
            #expect(error?.code == .incompatible)
            #expect(error?.message.contains("`--sandbox`") == true)
        }
    }

    @Test("A directory that a newer version has migrated is refused")
    func newerVersion() async throws {
        try await withDirectory { directory in
            let path = directory.appending(path: "peal.sqlite").path
            let store = try SQLiteStore.open(path: path, mode: .production)
            try await store.pool.write { db in
                try db.execute(sql: "INSERT INTO grdb_migrations (identifier) VALUES ('9999-from-the-future')")
            }
            try store.close()
            let error = #expect(throws: StoreError.self) { try SQLiteStore.open(path: path, mode: .production) }
            #expect(error?.code == .incompatible)
        }
    }

    @Test("A file that is no database is named as such")
    func noDatabase() async throws {
        try await withDirectory { directory in
            let path = directory.appending(path: "peal.sqlite").path
            try Data(repeating: 0x41, count: 8192).write(to: URL(filePath: path))
            let error = #expect(throws: StoreError.self) { try SQLiteStore.open(path: path, mode: .production) }
            #expect(error?.code == .corrupt)
        }
    }

    @Test("A closed store says that it is unavailable")
    func closed() async throws {
        try await withDirectory { directory in
            let store = try SQLiteStore.open(path: directory.appending(path: "peal.sqlite").path, mode: .production)
            try store.close()
            let error = await #expect(throws: StoreError.self) { try await store.accept([.plain(1)], answer: nil) }
            #expect(error?.code == .unavailable)
            await #expect(throws: StoreError.self) { try await store.user("a", app: "gss") }
        }
    }
}
