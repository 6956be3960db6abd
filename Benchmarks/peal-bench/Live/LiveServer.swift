import Foundation
import JudgeKit
import PealCrypto

/// How a server for live connections is set up, and who connects to it.
struct LiveServer: Sendable {
    let peal: URL
    let catalogs: String
    let workspace: Workspace
    let children: Children
    /// The app of the users who connect.
    var app = "match"
    /// The installations' root key.
    let rootKey = RootKey.generate()

    /// A server in a directory of its own, without bounds that the clients would reach.
    func installation() throws -> Installation {
        let directory = workspace.path("server-\(UUID().uuidString.prefix(8))")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        try Data("host: 127.0.0.1\n".utf8).write(to: directory.appending(path: "peal.yaml"))
        return Installation(
            peal: peal,
            workspace: directory,
            catalogs: URL(filePath: catalogs),
            rootKey: rootKey,
            children: children,
            settings: [
                "PEAL_ROOT_KEY": rootKey, "PEAL_CONNECTIONS": "20000", "PEAL_STREAMS_PER_USER": "10000",
            ].merging(UserTokenSigner(app: app).settings) { $1 }
        )
    }

    /// One token for each connection.
    /// - Parameters:
    ///   - count: how many connections.
    ///   - perUser: how many of them are of one user; the users are `user-0` and so on.
    /// - Returns: the tokens, a user's together.
    /// - Throws: what signing does.
    func tokens(_ count: Int, perUser: Int) async throws -> [String] {
        let users = (0..<(count + perUser - 1) / perUser).map { "user-\($0)" }
        let tokens = try await UserTokenSigner(app: app).tokens(of: users)
        return Array(tokens.flatMap { Array(repeating: $0, count: perUser) }.prefix(count))
    }
}
