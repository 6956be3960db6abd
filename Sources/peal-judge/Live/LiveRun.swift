import Foundation
import JWTKit
import NIOCore
import NIOPosix
import PealCore
import PealCrypto

/// Opens idle connections to a server and looks at its memory.
struct LiveRun {
    let peal: URL
    let catalogs: String
    let workspace: Workspace
    let children: Children
    let connections: Int
    let rest: Duration

    /// Connections of one user: the server allows ten.
    private static let perUser = 10
    private static let app = "match"
    private static let secret = String(repeating: "s", count: 40)

    func measure(_ framing: LiveFraming) async throws -> LiveFigures {
        let (server, url) = try await start()
        guard let port = URL(string: url)?.port else { throw JudgeError(.notReady, "\(url) has no port") }
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let clients = LiveClients(group: group, port: port, framing: framing)
        // The first ones make what the server keeps for all.
        let first = try await clients.open(try await tokens(64))
        try await Task.sleep(for: .seconds(2))
        let before = try ProcessFigures(pid: server.child.pid).ownResident
        Output.progress("opening \(connections) connections: \(framing.rawValue)")
        let tokens = try await tokens(connections + 64).dropFirst(64)
        let open = try await clients.open(Array(tokens))
        try await Task.sleep(for: rest)
        let after = try ProcessFigures(pid: server.child.pid).ownResident
        for channel in first + open { channel.close(promise: nil) }
        try await group.shutdownGracefully()
        try await server.child.stop()
        return LiveFigures(framing: framing, connections: connections, before: before, after: after)
    }

    private func start() async throws -> (server: ServerProcess, url: String) {
        try Data("host: 127.0.0.1\n".utf8).write(to: workspace.path("peal.yaml"))
        let installation = Installation(
            peal: peal,
            workspace: workspace.directory,
            catalogs: URL(filePath: catalogs),
            rootKey: "",
            children: children,
            settings: [
                "PEAL_ROOT_KEY": RootKey.generate(), "PEAL_CONNECTIONS": "20000",
                "PEAL_APPS_MATCH_JWT_SECRET": Self.secret,
            ]
        )
        return try await installation.startReady()
    }

    /// One token for each connection, ten of each user.
    private func tokens(_ count: Int) async throws -> [String] {
        let keys = JWTKeyCollection()
        await keys.add(hmac: HMACKey(from: Self.secret), digestAlgorithm: .sha256)
        let expires = Stopwatch.wallClock.seconds + 86_400
        var tokens: [String] = []
        for number in stride(from: 0, to: count, by: Self.perUser) {
            let token = try await keys.sign(Claims(sub: "user-\(number)", aud: Self.app, exp: expires))
            tokens += Array(repeating: token, count: min(Self.perUser, count - number))
        }
        return tokens
    }

    private struct Claims: JWTPayload {
        var sub: String
        var aud: String
        var exp: Int64

        func verify(using _: some JWTAlgorithm) throws {}
    }
}
