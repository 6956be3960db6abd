public import Hummingbird
import NIOCore

/// What is known of a request before it is looked at.
public struct AppContext: RequestContext {
    /// Hummingbird's part.
    public var coreContext: CoreRequestContextStorage
    let trail: RequestTrail
    let channel: any Channel

    /// Starts a request.
    public init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        trail = RequestTrail()
        channel = source.channel
    }
}
