import PealCore
import Synchronization

/// Counts the changes of entities that are being written, by the catalog version whose schedules they are planned by.
///
/// A publication plans all entities again. A change that was planned by the version before and is written later would
/// undo that for its entity, and nothing would come back to it. So the publication waits for such changes first.
final class ScheduleReaders: Sendable {
    private let state = Mutex<[AppID: Readers]>([:])

    private struct Readers {
        var versions: [Int: Int] = [:]
        var waiting: [(version: Int, continuation: CheckedContinuation<Void, Never>)] = []

        func isBusy(before version: Int) -> Bool { versions.keys.contains { $0 < version } }
    }

    func begin(_ version: Int, of app: AppID) {
        state.withLock { $0[app, default: Readers()].versions[version, default: 0] += 1 }
    }

    func end(_ version: Int, of app: AppID) {
        let ready = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            guard var readers = state[app] else { return [] }
            let left = (readers.versions[version] ?? 1) - 1
            readers.versions[version] = left > 0 ? left : nil
            let busy = readers
            let ready = busy.waiting.filter { !busy.isBusy(before: $0.version) }
            readers.waiting.removeAll { !busy.isBusy(before: $0.version) }
            state[app] = readers.versions.isEmpty && readers.waiting.isEmpty ? nil : readers
            return ready.map(\.continuation)
        }
        for continuation in ready { continuation.resume() }
    }

    /// Whether changes of an app's entities are being written.
    func isBusy(_ app: AppID) -> Bool { state.withLock { $0[app]?.versions.isEmpty == false } }

    /// Returns when no change is being written that was planned by a version before one.
    func finished(before version: Int, of app: AppID) async {
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            let isReady = state.withLock { state in
                guard state[app]?.isBusy(before: version) == true else { return true }
                state[app]?.waiting.append((version, continuation))
                return false
            }
            if isReady { continuation.resume() }
        }
    }
}
