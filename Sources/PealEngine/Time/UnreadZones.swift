import Logging
import PealCore
import Synchronization

/// Logs each time zone of users that has no rules here, once: they get the zone of their app instead.
final class UnreadZones: Sendable {
    /// After so many, a fault of the installation is plain.
    private static let most = 100
    private let logger: Logger
    private let named = Mutex<Set<String>>([])

    init(logger: Logger) { self.logger = logger }

    func note(_ zone: String, app: AppID) {
        let isNew = named.withLock { $0.count < Self.most && $0.insert("\(app) \(zone)").inserted }
        guard isNew else { return }
        logger.warning(
            "unknown time zone of a user; the app's is used instead; install a newer tzdata",
            metadata: ["app": "\(app)", "zone": "\(zone)"]
        )
    }
}
