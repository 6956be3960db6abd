import PealCore
import PealStore

/// A silent sync push of a device: one at most, which a newer one joins.
///
/// `epoch` is under way, `dueAt` something new to send; with neither, the row only knows when the device got one last.
struct SyncRow: TableRow, Equatable {
    var device: DeviceID
    var user: UserID
    var provider: ProviderID
    var dueAt: Timestamp?
    var expiresAt: Timestamp
    var epoch: Int?
    var retries = 0
    /// Whether the number of the badge is new.
    var hasBadge: Bool
    var sentAt: Timestamp?

    var key: DeviceID { device }
    var isWaiting: Bool { dueAt != nil && epoch == nil }

    func isDue(at now: Timestamp) -> Bool { isWaiting && dueAt.map { $0 <= now } ?? false }
}
