import ArgumentParser
import AsyncHTTPClient
import Foundation
import JudgeKit

/// `peal-bench load`.
struct LoadCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "load",
        abstract: "Measures throughput, cost and memory of a server, compared with the limits of this machine.",
        discussion: """
            From HTTP in over disk, decision and provider client to the outcome on disk. The ceiling is measured in the same \
            run: the lower of plain SQLite rows a second by rows a push, and the simulator's requests a second from a bare \
            client. With --requests, also processor time of what is not a push: an accepted trigger, a digest window \
            that closes, a page of an inbox. Build with -c release for figures that mean something.
            """
    )

    @Option(help: "Triggers to one user each.")
    var triggers = 20_000
    @Option(help: "Concurrent requests.")
    var concurrency = 64
    @Option(help: "Audiences of one announcement each, separated by commas; 0 for none.")
    var audience = "1000,200000"
    @Option(help: "Triggers, digest windows and inbox pages measured last, of each; 0: none.")
    var requests = 0
    @Option(help: "The push service: fcm, fcm-http1 (in the clear, for servers of earlier commits) or apns.")
    var provider = PushWay.fcm
    @Option(help: "The `peal` to test; default: the one next to this program.")
    var peal: String?
    @Option(help: "The directory of the catalogs.")
    var catalogs = "Catalogs"
    @Option(help: "Seconds a phase may take.")
    var limit = 600
    @Flag(help: "Puts the audiences straight into the store instead of through the API.")
    var seedDirect = false
    @Flag(help: "Prints the report as JSON.")
    var json = false
    @Flag(help: "Keeps the temporary directory: database, logs.")
    var keep = false

    private var sizes: [Int]? {
        let parts = audience.split(separator: ",").map { Int($0.trimmingCharacters(in: .whitespaces)) }
        let sizes = parts.compactMap { $0 }
        return sizes.count == parts.count && sizes.allSatisfy((0...1_000_000).contains) ? sizes.filter { $0 > 0 } : nil
    }

    func validate() throws {
        guard (1...1_000_000).contains(triggers), (1...1_000).contains(concurrency), (1...3_600).contains(limit),
            sizes != nil
        else {
            throw ValidationError("triggers 1…1000000, concurrency 1…1000, limit 1…3600, audience up to 1000000 each")
        }
        guard requests == 0 || (100...50_000).contains(requests) else {
            throw ValidationError("requests 100…50000, or 0 for none")
        }
    }

    func run() async throws {
        let peal = try Workspace.peal(named: peal)
        let workspace = try Workspace()
        let children = Children()
        let interrupts = children.installInterruptHandler(removing: keep ? nil : workspace.directory)
        let client = HTTPCaller.makeClient(connections: concurrency + 4)
        defer {
            for interrupt in interrupts { interrupt.cancel() }
            children.killAll()
            if keep { Output.progress("kept: \(workspace.directory.path)") } else { workspace.remove() }
        }
        do {
            let report = try await measure(peal, workspace, children, HTTPCaller(client: client))
            try await client.shutdown()
            Output.result(json ? report.json : report.table)
        } catch {
            try? await client.shutdown()
            let logs = ["server.log", "\(RequestRun.directory)/server.log"].map { workspace.tail(of: $0) }
            Output.progress("the server's last words:\n\(logs.last { !$0.isEmpty } ?? "")")
            throw error
        }
    }

    private func measure(
        _ peal: URL,
        _ workspace: Workspace,
        _ children: Children,
        _ caller: HTTPCaller
    ) async throws -> LoadReport {
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
            way: provider
        )
        Output.progress("measuring what this machine can do")
        let rows = try SQLiteCeiling.rowsPerSecond(in: workspace.directory)
        let bareRequests = try await SimulatorCeiling(simulator: simulator, caller: caller, concurrency: concurrency)
            .requestsPerSecond()
        let run = LoadRun(
            installation: installation,
            simulator: simulator,
            caller: caller,
            concurrency: concurrency,
            timeLimit: .seconds(limit),
            isSeededDirectly: seedDirect,
            way: provider
        )
        var measurements = [try await run.triggers(triggers)]
        measurements += try await run.audiences(sizes ?? [])
        return LoadReport(
            sqliteRows: rows,
            simulatorRequests: bareRequests,
            measurements: measurements,
            requests: try await measureRequests(after: run, workspace)
        )
    }

    private func measureRequests(after run: LoadRun, _ workspace: Workspace) async throws -> [RequestMeasurement] {
        guard requests > 0 else { return [] }
        return try await RequestRun(after: run, in: workspace, catalogs: catalogs, count: requests).measure()
    }
}
