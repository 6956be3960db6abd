package import Hummingbird
package import NIOCore

/// Knows its connection, so that a fault can drop it.
package struct SimulatorContext: RequestContext {
    package var coreContext: CoreRequestContextStorage
    package let channel: any NIOCore.Channel

    package init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
    }
}
