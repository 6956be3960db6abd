import PealCore
import Synchronization

/// What the inner layers learn of a request and the outer ones need afterwards.
final class RequestTrail: Sendable {
    private let known = Mutex<AppID?>(nil)

    /// The caller's app, once it is known.
    var app: AppID? {
        get { known.withLock { $0 } }
        set { known.withLock { $0 = newValue } }
    }
}
