import Foundation
import GRDB
import PealSQLite

/// Writes a database to be kept, and what the ports answer from it.
enum KeptWriter {
    /// Writes both files of a database, from an empty store of this version.
    static func write(_ target: KeptDatabase) async throws {
        try await withDirectory { directory in
            let file = directory.appending(path: "peal.sqlite")
            let store = try SQLiteStore.open(path: file.path, mode: .production)
            try await KeptScene(store).fill()
            try store.close()
            let queue = try DatabaseQueue(path: file.path)
            // One file, as small as it can be, without the write-ahead log.
            try await queue.writeWithoutTransaction { db in
                try db.execute(sql: "VACUUM")
                _ = try db.checkpoint(.truncate)
            }
            try queue.close()
            try FileManager.default.copyItem(at: file, to: target.file)
        }
        try await writeAnswers(of: target)
    }

    /// Writes what the ports of this version answer from a database.
    static func writeAnswers(of target: KeptDatabase) async throws {
        let answers = try await target.withStore { await PortRead.answers(of: $0) }
        let lines = answers.map { "\($0.name) = \($0.answer.text)\n" }
        try lines.joined().write(to: target.answersFile, atomically: true, encoding: .utf8)
    }
}
