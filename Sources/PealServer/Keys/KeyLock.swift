import Foundation
import Synchronization

/// Lets one command or starting server at a time change the keys of a data directory.
///
/// The system lets go of it when the process ends, however it ends.
final class KeyLock: Sendable {
    private let descriptor: Mutex<Int32?>

    private init(_ descriptor: Int32) { self.descriptor = Mutex(descriptor) }

    deinit { release() }

    /// Waits at most ten seconds for other commands that change keys.
    static func acquire(directory: URL) async throws -> KeyLock {
        let path = directory.appending(path: "keys.lock").path
        for _ in 0..<200 {
            let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
            guard descriptor >= 0 else {
                throw ServerError(.data, "cannot write \(path); check the permissions of its directory")
            }
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return KeyLock(descriptor) }
            close(descriptor)
            try await Task.sleep(for: .milliseconds(50), clock: .continuous)
        }
        throw ServerError(
            .keys,
            "another command is changing the keys in \(directory.path); try again when it has finished"
        )
    }

    /// Lets others in.
    func release() {
        descriptor.withLock { descriptor in
            if let held = descriptor { close(held) }
            descriptor = nil
        }
    }
}
