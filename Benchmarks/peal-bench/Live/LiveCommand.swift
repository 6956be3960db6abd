import ArgumentParser
import AsyncHTTPClient
import Foundation
import JudgeKit

/// `peal-bench live`.
struct LiveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "live",
        abstract: "Measures what live connections cost: memory while they are idle, processor time for each event.",
        discussion: """
            (Resident memory with so many idle connections − resident memory with none) ÷ connections, for server-sent events and \
            WebSocket apart, each against a server of its own. Then events of 300 bytes to so many clients, one to all of \
            them and one to each, as deliveries in a second of the server's processor time; in the same run, alternating, by \
            nginx with nchan where it is installed. Last, how long a participant's reply takes until it is on the host's open \
            board, at a steady rate. Build with -c release for figures that mean something.
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
    @Option(help: "Open boards that replies go to.")
    var boards = 200
    @Option(help: "Replies a second, for 30 seconds.")
    var rate = 100
    @Option(help: "Only one part: memory, the events of shared, audience or own, or replies.")
    var only: LivePart?
    @Flag(help: "Events by WebSocket, in place of server-sent events.")
    var socket = false
    @Flag(help: "Small numbers: 200 connections, 2 seconds, 2 rounds, 1 run, 20 boards.")
    var quick = false
    @Option(help: "The `peal` to test; default: the one next to this program.")
    var peal: String?
    @Option(help: "The directory of the catalogs.")
    var catalogs = "Catalogs"

    func validate() throws {
        guard (1...9_000).contains(connections), (0...600).contains(seconds), (1...1_000).contains(rounds),
            (1...99).contains(runs), (1...2_000).contains(boards), (1...1_000).contains(rate)
        else {
            throw ValidationError(
                "connections 1…9000, seconds 0…600, rounds 1…1000, runs 1…99, boards 1…2000, rate 1…1000"
            )
        }
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
        var live = LiveServer(
            peal: try Workspace.peal(named: peal),
            catalogs: catalogs,
            workspace: workspace,
            children: children
        )
        if only?.measuresMemory ?? true { Output.result(LiveFigures.table(try await memory(live))) }
        if !cases.isEmpty {
            Output.result(FanOutFigures.table(try await withCaller { try await fanOut(live, $0) }))
        }
        guard only?.measuresReplies ?? true else { return }
        live.app = "gss"
        Output.result(try await withCaller { try await replies(live, $0) })
    }

    private func memory(_ live: LiveServer) async throws -> [LiveFigures] {
        let memory = LiveRun(
            live: live,
            connections: quick ? 200 : connections,
            rest: .seconds(quick ? 2 : seconds)
        )
        var figures: [LiveFigures] = []
        for framing in LiveFraming.allCases { figures.append(try await memory.measure(framing)) }
        return figures
    }

    private var cases: [FanOutCase] { only?.cases ?? FanOutCase.allCases }

    private func withCaller<Value>(_ measure: (HTTPCaller) async throws -> Value) async throws -> Value {
        let client = HTTPCaller.makeClient(connections: 40)
        do {
            let value = try await measure(HTTPCaller(client: client))
            try await client.shutdown()
            return value
        } catch {
            try? await client.shutdown()
            throw error
        }
    }

    /// Replies to Peal, and to nginx with nchan.
    private func replies(_ live: LiveServer, _ caller: HTTPCaller) async throws -> String {
        let run = ReplyRun(
            plan: ReplyPlan(boards: quick ? 20 : boards, rate: quick ? min(rate, 20) : rate),
            seconds: quick ? 3 : 30
        )
        let synced = try await SyncedWrites.latencies(in: live.workspace.directory, rate: run.plan.rate, seconds: 3)
        Output.progress("putting \(run.plan.boards) events with \(run.plan.participants) participants each")
        let peal = try await PealReplies.start(live, run.plan, caller)
        var figures = [try await run.measure(peal)]
        try await peal.stop()
        if let nchan = try await startNchan(live, caller) {
            figures.append(try await run.measure(NchanReplies(server: nchan, plan: run.plan)))
            try await nchan.stop()
        }
        return ReplyFigures.table(figures, synced: synced, run.plan)
    }

    /// nginx with nchan; `nil` where it is not installed.
    private func startNchan(_ live: LiveServer, _ caller: HTTPCaller) async throws -> NchanFanOut? {
        let server = try await NchanFanOut.start(
            nginx: nginx,
            module: nchan,
            workspace: live.workspace,
            children: live.children,
            caller: caller
        )
        if server == nil { Output.progress("no nchan: apt install libnginx-mod-nchan brings it") }
        return server
    }

    /// All servers and cases in turn, so that what slows the machine down slows all of them.
    private func fanOut(_ live: LiveServer, _ caller: HTTPCaller) async throws -> [FanOutFigures] {
        let run = FanOutRun(
            clients: quick ? 200 : connections,
            rounds: quick ? 2 : rounds,
            framing: socket ? .socket : .events
        )
        var figures: [FanOutFigures] = []
        for number in 1...(quick ? 1 : runs) {
            for kind in cases {
                Output.progress("run \(number): \(kind.rawValue)")
                let server = try await PealFanOut.start(live, caller: caller)
                figures.append(try await run.measure(server, kind))
                try await server.stop()
                guard let other = try await startNchan(live, caller) else { continue }
                figures.append(try await run.measure(other, kind))
                try await other.stop()
            }
        }
        return figures
    }
}
