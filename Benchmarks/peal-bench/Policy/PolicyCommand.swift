import ArgumentParser
import AsyncHTTPClient
import Foundation
import JudgeKit

/// `peal-bench policy`.
struct PolicyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "policy",
        abstract: "Measures what rules and time cost: decisions, pending schedules, timers, digests.",
        discussion: """
            Decisions run in this process; schedules are accepted through the store's port and fired by a `peal serve` of \
            their own; digests run through a whole server with the provider simulators. Each figure is compared with \
            what bounds it, measured in the same run. Build with -c release for figures that mean something.
            """
    )

    @Option(help: "Pending schedules; a tenth of them is measured too.")
    var schedules = 1_000_000
    @Option(help: "Schedules a second that fall due while the others wait.")
    var rate = 1_000
    @Option(help: "Seconds for which they fall due.")
    var seconds = 20
    @Option(help: "Users with a digest window each; a tenth of them is measured too.")
    var windows = 100_000
    @Flag(help: "A small run: 100,000 schedules, 5 seconds, 10,000 windows.")
    var quick = false
    @Flag(help: "Only digest windows that close with nothing else to do: no server, no push service.")
    var onlyClosing = false
    @Option(help: "The `peal` to test; default: the one next to this program.")
    var peal: String?
    @Flag(help: "Keeps the temporary directory: databases, logs.")
    var keep = false

    func validate() throws {
        guard (1_000...10_000_000).contains(schedules), (1...5_000).contains(rate), (1...600).contains(seconds),
            (100...1_000_000).contains(windows)
        else {
            throw ValidationError("schedules 1000…10000000, rate 1…5000, seconds 1…600, windows 100…1000000")
        }
    }

    func run() async throws {
        if onlyClosing { return try await measureClosing(try Workspace()) }
        let peal = try Workspace.peal(named: peal)
        let workspace = try Workspace()
        let children = Children()
        let interrupts = children.installInterruptHandler(removing: keep ? nil : workspace.directory)
        let client = HTTPCaller.makeClient(connections: 8)
        defer {
            for interrupt in interrupts { interrupt.cancel() }
            children.killAll()
            if keep { Output.progress("kept: \(workspace.directory.path)") } else { workspace.remove() }
        }
        do {
            try await measure(peal, workspace, children, HTTPCaller(client: client))
            try await client.shutdown()
        } catch {
            try? await client.shutdown()
            for server in ["timers", "digests"] {
                Output.progress("last words of the server of \(server):\n\(workspace.tail(of: "\(server)/server.log"))")
            }
            throw error
        }
    }

    private func measureClosing(_ workspace: Workspace) async throws {
        defer { if !keep { workspace.remove() } }
        let closing = ClosingAlone(directory: workspace.path("closing"), users: quick ? 10_000 : windows)
        Output.result(PolicyReport.closing(try await closing.measure()))
    }

    private func measure(
        _ peal: URL,
        _ workspace: Workspace,
        _ children: Children,
        _ caller: HTTPCaller
    ) async throws {
        Output.progress("deciding")
        Output.result(PolicyReport.decisions(try DecisionCost(seconds: quick ? 1 : 3).measure()))
        let simulator = try await Simulator.start(
            peal: peal,
            workspace: workspace,
            isLean: true,
            caller: caller,
            children: children
        )
        let context = PolicyRunContext(
            peal: peal,
            workspace: workspace,
            simulator: simulator,
            caller: caller,
            children: children
        )
        let timed = try await context.installation(
            PolicyCatalog(digestSeconds: 60, shortDigestSeconds: 20),
            in: "timers"
        )
        let pending = quick ? 100_000 : schedules
        var schedules = PendingSchedules(installation: timed, simulator: simulator)
        Output.result(PolicyReport.schedules(try await schedules.measure([pending / 10, pending])))
        let timers = try await TimersOnTime(
            installation: timed,
            context: context,
            rate: rate,
            seconds: quick ? 5 : seconds,
            pending: pending
        ).measure()
        Output.result(PolicyReport.timers(timers))
        let alone = ClosingAlone(directory: workspace.path("closing"), users: quick ? 10_000 : windows)
        Output.result(PolicyReport.closing(try await alone.measure()))
        let catalog = PolicyCatalog(digestSeconds: quick ? 30 : 150, shortDigestSeconds: 20)
        let digests = try await DigestClosing(
            installation: try await context.installation(catalog, in: "digests"),
            context: context,
            catalog: catalog,
            users: quick ? 10_000 : windows
        ).measure()
        Output.result(PolicyReport.digests(digests))
    }
}
