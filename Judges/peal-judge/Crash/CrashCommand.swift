import ArgumentParser
import AsyncHTTPClient
import Foundation
import JudgeKit

/// `peal-judge crash`.
struct CrashCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "crash",
        abstract:
            "Kills a loaded server at random instants and named places, then checks that nothing is lost or doubled.",
        discussion: """
            The simulators run in their own process, refuse some pushes and drop some answers. The judge keeps every \
            acknowledgement; at the end it restarts the server, lets it drain, and compares its record, the server's decisions \
            and inboxes, and the simulators' request log. Ends with status 1 when a promise is broken, and prints the seed to run \
            the same plan of kills again.
            """
    )

    @Option(help: "How many times the server is killed.")
    var kills = 200
    @Option(help: "The seed of the plan; a random one without.")
    var seed: UInt64?
    @Option(help: "The `peal` to test; default: the one next to this program.")
    var peal: String?
    @Option(help: "The directory of the catalogs.")
    var catalogs = "Catalogs"
    @Option(help: "Concurrent backends.")
    var clients = 8
    @Option(help: "Triggers a second of all backends together.")
    var rate = 150
    @Option(help: "Members of the organisation whose events are announced.")
    var members = 60
    @Option(
        name: [.customLong("drain"), .customLong("settle")],
        help: "Seconds the server may take to drain at the end."
    )
    var drain = 600
    @Flag(help: "Prints the report as JSON.")
    var json = false
    @Flag(help: "Keeps the temporary directory: database, logs.")
    var keep = false

    func validate() throws {
        guard (1...10_000).contains(kills), (1...256).contains(clients), (1...5_000).contains(rate),
            (1...2_000).contains(members), (1...3_600).contains(drain)
        else { throw ValidationError("kills 1…10000, clients 1…256, rate 1…5000, members 1…2000, drain 1…3600") }
    }

    func run() async throws {
        let peal = try Workspace.peal(named: peal)
        let workspace = try Workspace()
        let children = Children()
        let interrupts = children.installInterruptHandler(removing: keep ? nil : workspace.directory)
        let client = HTTPCaller.makeClient(connections: clients + 8)
        defer {
            for interrupt in interrupts { interrupt.cancel() }
            children.killAll()
            if keep { Output.progress("kept: \(workspace.directory.path)") } else { workspace.remove() }
        }
        let report: CrashReport
        do {
            report = try await judge(peal, workspace, children, HTTPCaller(client: client))
            try await client.shutdown()
        } catch {
            try? await client.shutdown()
            Output.progress("the server's last words:\n\(workspace.tail(of: "server.log"))")
            throw error
        }
        Output.result(json ? report.json : report.table)
        if report.failed > 0 { throw ExitCode.failure }
    }

    private func judge(
        _ peal: URL,
        _ workspace: Workspace,
        _ children: Children,
        _ caller: HTTPCaller
    ) async throws -> CrashReport {
        let watch = Stopwatch()
        let seed = seed ?? UInt64.random(in: 1...UInt64(UInt32.max))
        Output.progress("seed \(seed), \(kills) kills")
        let simulator = try await Simulator.start(
            peal: peal,
            workspace: workspace,
            isLean: false,
            caller: caller,
            children: children
        )
        let installation = try await Installation.make(
            peal: peal,
            workspace: workspace,
            catalogs: catalogs,
            simulator: simulator,
            children: children
        )
        var keys: [String: String] = [:]
        for app in Installation.apps { keys[app] = try await installation.createKey(app: app) }
        let population = try await populate(installation, simulator, caller, keys)

        var run = CrashRun(
            installation: installation,
            simulator: simulator,
            caller: caller,
            population: population,
            keys: keys,
            clients: clients,
            rate: rate,
            random: SeededRandom(seed: seed)
        )
        try await run.kill(rounds: kills)
        let (findings, facts) = try await CrashVerdict(drainLimit: .seconds(drain)).reach(&run)
        return CrashReport(seed: seed, kills: kills, facts: facts, findings: findings, seconds: watch.seconds)
    }

    private func populate(
        _ installation: Installation,
        _ simulator: Simulator,
        _ caller: HTTPCaller,
        _ keys: [String: String]
    ) async throws -> Population {
        let (server, url) = try await installation.startReady()
        let population = try await Population.make(
            owners: 40,
            members: members,
            reports: PealAPI(caller: caller, url: url, key: keys["reports"] ?? ""),
            nhs: PealAPI(caller: caller, url: url, key: keys["nhs"] ?? ""),
            simulator: simulator
        )
        try await server.child.stop()
        return population
    }
}
