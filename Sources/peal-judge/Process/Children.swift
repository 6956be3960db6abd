import Foundation
import Synchronization

/// The processes the judge started.
///
/// None outlives it, whichever way it ends.
final class Children: Sendable {
    private let pids = Mutex<Set<pid_t>>([])

    func add(_ pid: pid_t) { pids.withLock { _ = $0.insert(pid) } }

    func remove(_ pid: pid_t) { pids.withLock { _ = $0.remove(pid) } }

    func killAll() {
        for pid in pids.withLock({ $0 }) { kill(pid, SIGKILL) }
    }

    /// Kills them when the judge itself is told to stop, then ends it.
    func installInterruptHandler(removing directory: URL?) -> [any DispatchSourceSignal] {
        [SIGINT, SIGTERM].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler { [self] in
                killAll()
                if let directory { try? FileManager.default.removeItem(at: directory) }
                exit(130)
            }
            source.resume()
            return source
        }
    }
}
