import Foundation
import Synchronization

/// Names for the copies of a run's files.
final class CopyNames: Sendable {
    private let directory: URL
    private let count = Mutex(0)

    init(in directory: URL) { self.directory = directory }

    func next() -> URL {
        let number = count.withLock { count in
            count += 1
            return count
        }
        return directory.appending(path: String(number))
    }
}
