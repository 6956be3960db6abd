import PealCore
import PealWire
import Synchronization

/// What the inner layers learn of a request and the outer ones need afterwards.
final class RequestTrail: Sendable {
    private struct Known {
        var app: AppID?
        var route: APIRoute?
        var rate: RateLimitStatus?
    }

    private let known = Mutex(Known())

    /// The caller's app, once it is known.
    var app: AppID? {
        get { known.withLock { $0.app } }
        set { known.withLock { $0.app = newValue } }
    }

    /// The route that took the request, once one did.
    var route: APIRoute? {
        get { known.withLock { $0.route } }
        set { known.withLock { $0.route = newValue } }
    }

    /// How the caller stands with its limit, once that is known.
    var rate: RateLimitStatus? {
        get { known.withLock { $0.rate } }
        set { known.withLock { $0.rate = newValue } }
    }
}
