import Foundation
import PealEngine
import Synchronization

/// Kills the process, as a power cut would, at the n-th pass of a named place: `after-accept:3`.
struct CrashAt {
    /// Reads `PEAL_CRASH_AT`; no text never kills.
    static func points(_ text: String?) throws(ServerError) -> CrashPoints {
        guard let text else { return CrashPoints() }
        let parts = text.split(separator: ":")
        guard parts.count == 2, let point = CrashPoints.Point(rawValue: String(parts[0])), let pass = Int(parts[1]),
            pass > 0
        else {
            let known = CrashPoints.Point.allCases.map(\.rawValue).joined(separator: ", ")
            throw ServerError(.configuration, "PEAL_CRASH_AT must be <point>:<n>; the points are \(known)")
        }
        let counter = CrashCounter(remaining: pass)
        return CrashPoints { passed in
            if passed == point, counter.isLast() { kill(getpid(), SIGKILL) }
        }
    }
}

/// Counts passes down.
private final class CrashCounter: Sendable {
    private let remaining: Atomic<Int>

    init(remaining: Int) { self.remaining = Atomic(remaining) }

    func isLast() -> Bool { remaining.subtract(1, ordering: .relaxed).newValue == 0 }
}
