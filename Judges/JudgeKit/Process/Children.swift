package import Foundation
import Synchronization

/// The processes that a judge or a benchmark started.
///
/// None outlives it, whichever way it ends.
package final class Children: Sendable {
    private let pids = Mutex<Set<pid_t>>([])

    package init() {}

    package func add(_ pid: pid_t) { pids.withLock { _ = $0.insert(pid) } }

    package func remove(_ pid: pid_t) { pids.withLock { _ = $0.remove(pid) } }

    package func killAll() {
        for pid in pids.withLock({ $0 }) { kill(pid, SIGKILL) }
    }

    /// Kills them when this program receives SIGINT or SIGTERM, then ends it with exit code 130.
    package func installInterruptHandler(removing directory: URL?) -> [any DispatchSourceSignal] {
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
