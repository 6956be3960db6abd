import Foundation

/// Looks at whether the server could write the files it finds: one start or command as another user leaves some that it
/// cannot, and they can all be read.
struct DatabaseFileCheck {
    let directory: URL
    var obstacle: @Sendable (_ path: String) -> Int32? = { FileAccess.obstacle(toWriting: $0) }
    private static let names = ["peal.db", "peal.db-wal", "peal.db-shm", "peal.lock"]

    /// One line for each file that cannot be written; nothing when all is well.
    func run() -> [DoctorLine] {
        Self.names.compactMap { name in
            let path = directory.appending(path: name).path
            if FileAccess.isDirectory(path) {
                return .fail("database", "\(path) is a directory: move it away, then restore the last backup")
            }
            return obstacle(path).map { number in
                .fail(
                    "database",
                    "\(path) cannot be written: \(FileAccess.advice(number, directory: directory.path))"
                )
            }
        }
    }
}
