import PealCore
import PealStore

/// A walk over everything an app has sealed.
struct ResealWalk {
    /// Where the walk is.
    enum Position: Equatable {
        case devices(after: DeviceID?)
        case values(SealedKind, after: SealedColumn?)
        case end
    }

    let app: AppID
    /// The version to seal under.
    let version: Int
    /// The versions to be replaced.
    let older: [Int]
    let begunAt: Timestamp
    /// From when nobody seals under an older version any more.
    let drainedAt: Timestamp
    var position = Position.devices(after: nil)
    /// What was sealed again, or was changed by another caller meanwhile.
    var moved = 0
    /// What does not open.
    var unreadable = 0
    /// The older versions that something unreadable lies under.
    var needed: Set<Int> = []
}

/// The walk under way, and when the apps are to be walked again.
struct ResealWalks {
    var current: ResealWalk?
    var rests: [AppID: Timestamp] = [:]
}
