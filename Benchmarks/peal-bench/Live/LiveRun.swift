import Foundation
import JudgeKit
import NIOCore
import NIOPosix

/// Opens idle connections to a server and looks at its memory.
struct LiveRun {
    let live: LiveServer
    let connections: Int
    let rest: Duration

    /// Connections of one user.
    private static let perUser = 10
    /// The first connections, which make what the server keeps for all.
    private static let first = 64

    func measure(_ framing: LiveFraming) async throws -> LiveFigures {
        let (server, url) = try await live.installation().startReady()
        guard let port = URL(string: url)?.port else { throw JudgeError(.notReady, "\(url) has no port") }
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let clients = LiveClients(group: group, port: port, accepted: framing.accepted, greeting: framing.greeting)
        let requests = try await live.tokens(connections + Self.first, perUser: Self.perUser)
            .map { framing.request(token: $0) }
        let first = try await clients.open(Array(requests.prefix(Self.first)))
        try await Task.sleep(for: .seconds(2))
        let before = try ProcessFigures(pid: server.child.pid).ownResident
        Output.progress("opening \(connections) connections: \(framing.rawValue)")
        let open = try await clients.open(Array(requests.dropFirst(Self.first)))
        try await Task.sleep(for: rest)
        let after = try ProcessFigures(pid: server.child.pid).ownResident
        for channel in first + open { channel.close(promise: nil) }
        try await group.shutdownGracefully()
        try await server.child.stop()
        return LiveFigures(framing: framing, connections: connections, before: before, after: after)
    }
}
