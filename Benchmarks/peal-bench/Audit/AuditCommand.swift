import ArgumentParser
import AsyncHTTPClient
import Foundation
import JudgeKit

/// `peal-bench audit`.
struct AuditCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "audit",
        abstract: "Measures the processor time of a push, with the audit log and without it.",
        discussion: """
            Runs the engine in this process, from the intake over disk, decision and the client of a push service to the \
            outcome on disk and its entry in the audit log, without the HTTP server in front of it. `--off` leaves out the \
            reader that writes the audit log; `Scripts/bench --audit` alternates both. Build with -c release for figures that \
            mean something.
            """
    )

    @Flag(help: "Leaves out what writes the audit log.")
    var off = false
    @Option(help: "Triggers to one user each.")
    var triggers = 4_000
    @Option(help: "The audience of one announcement; 0 for none.")
    var audience = 10_000
    @Option(help: "Concurrent requests.")
    var concurrency = 64
    @Option(help: "The `peal` whose simulators receive the pushes; default: the one next to this program.")
    var peal: String?
    @Option(help: "The directory of the catalogs.")
    var catalogs = "Catalogs"
    @Flag(help: "Prints the report as JSON.")
    var json = false

    func validate() throws {
        guard (1...1_000_000).contains(triggers), (0...1_000_000).contains(audience), (1...1_000).contains(concurrency)
        else { throw ValidationError("triggers 1…1000000, audience up to 1000000, concurrency 1…1000") }
    }

    func run() async throws {
        let peal = try Workspace.peal(named: peal)
        let workspace = try Workspace()
        let children = Children()
        let interrupts = children.installInterruptHandler(removing: workspace.directory)
        let client = HTTPCaller.makeClient(connections: 8)
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
                caller: HTTPCaller(client: client),
                children: children
            )
            let run = AuditRun(
                workspace: workspace,
                catalogs: catalogs,
                simulator: simulator,
                isAudited: !off,
                concurrency: concurrency
            )
            var figures = [try await run.triggers(triggers)]
            if audience > 0 { figures.append(try await run.audience(audience)) }
            try await client.shutdown()
            let report = AuditReport(figures: figures)
            Output.result(json ? report.json : report.table)
        } catch {
            try? await client.shutdown()
            throw error
        }
    }
}
