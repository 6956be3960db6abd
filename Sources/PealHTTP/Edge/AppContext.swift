public import Hummingbird
import Logging
import NIOCore

/// What is known of a request before anybody looked at it.
public struct AppContext: RequestContext {
    /// Hummingbird's part.
    public var coreContext: CoreRequestContextStorage
    let trail: RequestTrail

    /// Starts a request.
    public init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        trail = RequestTrail()
    }
}
