import Foundation

/// A server that shows replies on boards that hosts follow.
protocol ReplyServer: Sendable {
    /// How the report calls it.
    static var name: String { get }
    /// The process whose processor time is counted.
    var pid: pid_t { get }
    /// Where it listens.
    var port: Int { get }

    /// The requests that the hosts follow their boards with, by server-sent events.
    func requests() async throws -> [String]

    /// Sends a reply; returns when it is answered.
    func send(_ reply: BoardReply) async throws
}
