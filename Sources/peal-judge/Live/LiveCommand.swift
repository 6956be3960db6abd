import ArgumentParser
import AsyncHTTPClient
import Foundation

/// `peal-judge live`.
struct LiveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "live",
        abstract: "Measures what live connections cost: memory while they are idle, processor time for each event.",
        discussion: """
            (Resident memory with so many idle connections − resident memory with none) ÷ connections, for server-sent events and \
            WebSocket apart, each against a server of its own. Then events of 300 bytes to so many clients, one to all of \
            them and one to each, as deliveries in a second of the server's processor time; in the same run, alternating, by \
            nginx with nchan where it is installed. Build with -c release for figures that mean something.
            """
    )

    @Option(help: "Connections that are open at the same time.")
    var connections = 5_000
    @Option(help: "Seconds from the last opening to the measurement of memory.")
    var seconds = 30
    @Option(help: "Counted rounds of events in each run.")
    var rounds = 10
    @Option(help: "Runs of each server and case; the median counts.")
    var runs = 3
    @Option(help: "nginx, and its module nchan where it is not in the usual place.")
    var nginx = "/usr/sbin/nginx"
    @Option(help: "The file of the module nchan.")
    var nchan: String?
    @Flag(help: "Small numbers: 200 connections, 2 seconds, 2 rounds, 1 run.")
    var quick = false
    @Option(help: "The `peal` to test; default: the one next to this program.")
    var peal: String?
    @Option(help: "The directory of the catalogs.")
    var catalogs = "Catalogs"

    func validate() throws {
        guard (1...9_000).contains(connections), (0...600).contains(seconds), (1...1_000).contains(rounds),
            (1...99).contains(runs)
        else { throw ValidationError("connections 1…9000, seconds 0…600, rounds 1…1000, runs 1…99") }
    }

    func run() async throws {
        let workspace = try Workspace()
        let children = Children()
        let interrupts = children.installInterruptHandler(removing: workspace.directory)
        defer {
            for interrupt in interrupts { interrupt.cancel() }
            children.killAll()
            workspace.remove()
        }
        let live = LiveServer(
            peal: try Workspace.peal(named: peal),
            catalogs: catalogs,
            workspace: workspace,
            children: children
        )
        let memory = LiveRun(
            live: live,
            connections: quick ? 200 : connections,
            rest: .seconds(quick ? 2 : seconds)
        )
        var figures: [LiveFigures] = []
        for framing in LiveFraming.allCases { figures.append(try await memory.measure(framing)) }
        Output.result(LiveFigures.table(figures))
        Output.result(FanOutFigures.table(try await fanOut(live)))
    }

    /// All servers and cases in turn, so that what slows the machine down slows all of them.
    private func fanOut(_ live: LiveServer) async throws -> [FanOutFigures] {
        let client = HTTPCaller.makeClient(connections: 40)
        do {
            let figures = try await fanOut(live, HTTPCaller(client: client))
            try await client.shutdown()
            return figures
        } catch {
            try? await client.shutdown()
            throw error
        }
    }

    private func fanOut(_ live: LiveServer, _ caller: HTTPCaller) async throws -> [FanOutFigures] {
        let run = FanOutRun(clients: quick ? 200 : connections, rounds: quick ? 2 : rounds)
        var figures: [FanOutFigures] = []
        for number in 1...(quick ? 1 : runs) {
            for kind in FanOutCase.allCases {
                Output.progress("run \(number): \(kind.rawValue)")
                let server = try await PealFanOut.start(live, caller: caller)
                figures.append(try await run.measure(server, kind))
                try await server.stop()
                let other = try await NchanFanOut.start(
                    nginx: nginx,
                    module: nchan,
                    workspace: live.workspace,
                    children: live.children,
                    caller: caller
                )
                guard let other else {
                    Output.progress("no nchan: apt install libnginx-mod-nchan brings it")
                    continue
                }
                figures.append(try await run.measure(other, kind))
                try await other.stop()
            }
        }
        return figures
    }
}
