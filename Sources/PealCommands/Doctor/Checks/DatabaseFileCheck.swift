import Foundation
import PealServer

/// Checks that the server can write its files: a start or a command as another user leaves files that it can read but
/// not write.
struct DatabaseFileCheck {
    let directory: URL
    var obstacle: @Sendable (_ path: String) -> Int32? = { FileAccess.obstacle(toWriting: $0) }
    private static let names = ["peal.db", "peal.db-wal", "peal.db-shm", "peal.lock"]

    /// One line for each file that cannot be written; nothing when all is well.
    func run() -> [DoctorFinding] {
        Self.names.compactMap { name in
            let path = directory.appending(path: name).path
            if FileAccess.isDirectory(path) {
                return .fail(.database, "\(path) is a directory; move it away, then restore the last backup")
            }
            return obstacle(path).map { number in
                .fail(
                    .database,
                    "cannot write \(path): \(FileAccess.advice(number, directory: directory.path))"
                )
            }
        }
    }
}
