import Foundation

/// A server that sends events to live connections.
protocol FanOutServer: Sendable {
    /// How the report calls it.
    static var name: String { get }
    /// The process whose processor time is counted.
    var pid: pid_t { get }
    /// Where it listens.
    var port: Int { get }
    /// What every event contains once.
    var mark: String { get }

    /// The requests that so many clients follow their events with.
    func requests(_ count: Int, _ kind: FanOutCase, _ framing: LiveFraming) async throws -> [String]

    /// What a client sends once it is connected.
    func greeting(_ framing: LiveFraming) -> [UInt8]

    /// Lets one event happen for each client, or one for all; events have 300 bytes.
    func publish(to clients: Int, _ kind: FanOutCase, round: Int) async throws

    /// Ends it.
    func stop() async throws
}
