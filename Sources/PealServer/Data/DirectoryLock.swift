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
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            close(descriptor)
            throw ServerError(
                .data,
                "another server is running on \(directory.path); stop it, or name another directory with --data"
            )
        }
        self.descriptor = Mutex(descriptor)
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
