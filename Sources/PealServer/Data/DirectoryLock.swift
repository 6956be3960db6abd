package import Foundation
import Synchronization

/// Keeps a second server out of a data directory: its start would void the first one's leases and send twice.
///
/// The system releases it when the process ends, however it ends.
package final class DirectoryLock: Sendable {
    private let descriptor: Mutex<Int32?>

    package init(directory: URL) throws(ServerError) {
        let path = directory.appending(path: "peal.lock").path
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            let isFull = errno == ENOSPC
            let advice = isFull ? "the disk is full; free some space" : "check the permissions of its directory"
            throw ServerError(.data, "cannot write \(path): \(advice)")
        }
        guard Self.lock(descriptor) else {
            close(descriptor)
            throw ServerError(
                .data,
                "another server is running on \(directory.path), so this one was not started; to run a second one, name another directory with --data"
            )
        }
        self.descriptor = Mutex(descriptor)
    }

    /// Tries for a moment: a command that looks whether a server runs has the lock while it looks.
    private static func lock(_ descriptor: Int32) -> Bool {
        for _ in 0..<5 {
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return true }
            usleep(10_000)
        }
        return false
    }

    /// Whether a server runs on a directory; `nil` where that cannot be found out.
    package static func isHeld(of directory: URL) -> Bool? {
        let descriptor = open(directory.appending(path: "peal.lock").path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return errno == ENOENT ? false : nil }
        // Closing it ends the lock that was taken to find out.
        defer { close(descriptor) }
        return flock(descriptor, LOCK_SH | LOCK_NB) != 0
    }

    deinit { release() }

    /// Releases it.
    package func release() {
        descriptor.withLock { descriptor in
            if let held = descriptor { close(held) }
            descriptor = nil
        }
    }
}
