import ArgumentParser
import Foundation

/// `peal-judge live`.
struct LiveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "live",
        abstract: "Measures what an idle live connection costs in memory.",
        discussion: """
            (Resident memory with so many idle connections − resident memory with none) ÷ connections, for server-sent events and \
            WebSocket apart, each against a server of its own.
            """
    )

    @Option(help: "Connections that are open at the same time.")
    var connections = 5_000
    @Option(help: "Seconds from the last opening to the measurement.")
    var seconds = 30
    @Option(help: "The `peal` to test; default: the one next to this program.")
    var peal: String?
    @Option(help: "The directory of the catalogs.")
    var catalogs = "Catalogs"

    func validate() throws {
        guard (1...18_000).contains(connections), (0...600).contains(seconds) else {
            throw ValidationError("connections 1…18000, seconds 0…600")
        }
    }

    func run() async throws {
        var figures: [LiveFigures] = []
        for framing in LiveFraming.allCases { figures.append(try await measure(framing)) }
        Output.result(LiveFigures.table(figures))
    }

    private func measure(_ framing: LiveFraming) async throws -> LiveFigures {
        let workspace = try Workspace()
        let children = Children()
        let interrupts = children.installInterruptHandler(removing: workspace.directory)
        defer {
            for interrupt in interrupts { interrupt.cancel() }
            children.killAll()
            workspace.remove()
        }
        do {
            return try await LiveRun(
                peal: try Workspace.peal(named: peal),
                catalogs: catalogs,
                workspace: workspace,
                children: children,
                connections: connections,
                rest: .seconds(seconds)
            ).measure(framing)
        } catch {
            Output.progress("the server's last words:\n\(workspace.tail(of: "server.log"))")
            throw error
        }
    }
}
