import AsyncHTTPClient
import Foundation
import JudgeKit

/// A Peal that sends to simulators, both in a temporary directory, until a measurement has ended.
struct Trial {
    let installation: Installation
    let simulator: Simulator
    let caller: HTTPCaller

    /// Sets both up, and removes them whatever happens.
    /// - Parameters:
    ///   - name: the `peal` to test; `nil` for the one next to this program.
    ///   - catalogs: the directory of the catalogs.
    ///   - connections: connections to the server that are open at the same time.
    ///   - apps: the apps that have credentials.
    ///   - way: the push service.
    ///   - measure: what is done with them.
    /// - Returns: what it measured.
    /// - Throws: what it throws, after the last lines of the server's log were shown.
    static func run<Figures>(
        peal name: String?,
        catalogs: String,
        connections: Int,
        apps: [String] = Installation.apps,
        way: PushWay = .fcm,
        _ measure: (Trial) async throws -> Figures
    ) async throws -> Figures {
        let peal = try Workspace.peal(named: name)
        let workspace = try Workspace()
        let children = Children()
        let interrupts = children.installInterruptHandler(removing: workspace.directory)
        let client = HTTPCaller.makeClient(connections: connections)
        let caller = HTTPCaller(client: client)
        defer {
            for interrupt in interrupts { interrupt.cancel() }
            children.killAll()
            workspace.remove()
        }
        do {
            let simulator = try await Simulator.start(
                peal: peal,
                workspace: workspace,
                isLean: true,
                caller: caller,
                children: children
            )
            let installation = try await Installation.make(
                peal: peal,
                workspace: workspace,
                catalogs: catalogs,
                simulator: simulator,
                children: children,
                apps: apps,
                way: way
            )
            let figures = try await measure(
                Trial(installation: installation, simulator: simulator, caller: caller)
            )
            try await client.shutdown()
            return figures
        } catch {
            try? await client.shutdown()
            Output.progress("the server's last words:\n\(workspace.tail(of: "server.log"))")
            throw error
        }
    }
}
