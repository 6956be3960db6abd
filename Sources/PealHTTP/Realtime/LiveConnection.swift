import HummingbirdCore
import NIOCore

/// The body of an answer that lasts: it tells its subscription when the client leaves, and runs its session.
struct LiveConnection: Sendable {
    let link: LiveLink
    /// Runs the session; returning ends the connection, or the body where the session has finished it.
    let run: @concurrent @Sendable (inout any ResponseBodyWriter) async throws -> Void

    /// Connects the session with the channel, so that it is woken when the client leaves.
    func attach(to channel: any Channel) async throws {
        link.attach(to: channel)
        try await channel.triggerUserOutboundEvent(link).get()
    }
}
