import ArgumentParser
import AsyncHTTPClient
import Foundation

/// `peal-judge noise`.
struct NoiseCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "noise",
        abstract: "Measures how long another app's critical alert takes while one app sends to thousands.",
        discussion: """
            From the request to the push that the push service accepted: first with nothing else to do, then while another app's \
            announcements are fanned out and sent. The difference is what one app costs another.
            """
    )

    @Option(help: "Announcements of the noisy app that wait at a time.")
    var triggers = 160
    @Option(help: "Users each of them goes to.")
    var audience = 1_000
    @Option(help: "Alerts measured of each kind.")
    var tries = 20
    @Option(help: "Milliseconds by which the median may grow.")
    var limit = 250
    @Option(help: "The `peal` to test; default: the one next to this program.")
    var peal: String?
    @Option(help: "The directory of the catalogs.")
    var catalogs = "Catalogs"

    func validate() throws {
        guard (1...5_000).contains(triggers), (1...10_000).contains(audience), (1...1_000).contains(tries) else {
            throw ValidationError("triggers 1…5000, audience 1…10000, tries 1…1000")
        }
    }

    func run() async throws {
        let peal = try Workspace.peal(named: peal)
        let workspace = try Workspace()
        let children = Children()
        let interrupts = children.installInterruptHandler(removing: workspace.directory)
        let client = HTTPCaller.makeClient(connections: 16)
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
                apps: ["nhs", "dsober"]
            )
            let run = NoiseRun(
                installation: installation,
                simulator: simulator,
                caller: caller,
                triggers: triggers,
                audience: audience,
                tries: tries
            )
            let figures = try await run.measure()
            try await client.shutdown()
            Output.result(figures.table(limit: Double(limit)))
            guard figures.added <= Double(limit) else { throw ExitCode.failure }
        } catch {
            try? await client.shutdown()
            if !(error is ExitCode) { Output.progress("the server's last words:\n\(workspace.tail(of: "server.log"))") }
            throw error
        }
    }
}
