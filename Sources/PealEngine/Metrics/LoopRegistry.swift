import Synchronization

/// Which loops run, and whether they get on, for the readiness check.
public final class LoopRegistry: Sendable {
    /// After how long a round that has not ended is taken for one that never will.
    public static let patience = Duration.seconds(300)

    /// A clock that never goes back.
    let uptime: @Sendable () -> Duration
    /// Since when a round is under way, by the loop's name; `nil` between two rounds.
    private let running = Mutex<[String: Duration?]>([:])

    /// Starts with none.
    /// - Parameter uptime: a clock that never goes back, and goes on whatever the time of day does.
    public init(uptime: @escaping @Sendable () -> Duration = { .zero }) { self.uptime = uptime }

    /// Whether a loop runs and none of its rounds has got stuck: `decide`, `schedule`, `deliver`, `receipts`, `sweep`,
    /// `devices` or `retention`.
    public func isRunning(_ name: String) -> Bool {
        let now = uptime()
        return running.withLock { running in
            guard let round = running[name] else { return false }
            return round.map { now - $0 < Self.patience } ?? true
        }
    }

    func began(_ name: String) { running.withLock { $0[name] = .some(nil) } }
    func ended(_ name: String) { running.withLock { $0[name] = nil } }

    func roundBegan(_ name: String) {
        let now = uptime()
        running.withLock { $0[name] = .some(now) }
    }
    func roundEnded(_ name: String) { running.withLock { $0[name] = .some(nil) } }
}
