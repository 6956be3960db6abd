import ArgumentParser
import AsyncHTTPClient
import Foundation
import JudgeKit

/// `peal-bench senders`.
struct SendersCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "senders",
        abstract: "Measures the clients of the push services, compared with independent senders.",
        discussion: """
            The simulators run as a process of their own, Peal's clients in this one, each sender alone. What counts is \
            processor time of the sender: what it can do does not depend on how fast the other side is. APNs also by bare \
            swift-nio-http2, h2load and aioapns; Web Push also by pywebpush. Build with -c release for figures that mean \
            something.
            """
    )

    @Option(help: "The `peal` with the simulators; default: the one next to this program.")
    var peal: String?
    @Option(help: "Seconds each sender is measured.")
    var seconds = 5.0
    @Option(help: "Concurrent pushes.")
    var concurrency = 100
    @Option(help: "Only these of apns, fcm, expo, webpush, separated by commas.")
    var only: String?
    @Option(help: "The Python that has aioapns and pywebpush; Scripts/peers makes it.")
    var python = ".build/peers/bin/python"
    @Option(help: "The directory of the Python senders.")
    var scripts = "Tests/Peers/bench"
    @Flag(help: "Prints the report as JSON.")
    var json = false

    private var services: [SenderService]? {
        guard let only else { return SenderService.allCases }
        let parts = only.split(separator: ",").map { SenderService(rawValue: $0.trimmingCharacters(in: .whitespaces)) }
        let services = parts.compactMap { $0 }
        return services.count == parts.count && !services.isEmpty ? services : nil
    }

    func validate() throws {
        guard (0.1...600).contains(seconds), (1...1_000).contains(concurrency), services != nil else {
            throw ValidationError("seconds 0.1…600, concurrency 1…1000, only apns, fcm, expo, webpush")
        }
    }

    func run() async throws {
        let peal = try Workspace.peal(named: peal)
        let workspace = try Workspace()
        let children = Children()
        let interrupts = children.installInterruptHandler(removing: workspace.directory)
        let client = HTTPCaller.makeClient(connections: 4)
        defer {
            for interrupt in interrupts { interrupt.cancel() }
            children.killAll()
            workspace.remove()
        }
        do {
            let run = SendersRun(
                services: try await SimulatedServices.start(
                    peal: peal,
                    workspace: workspace,
                    caller: HTTPCaller(client: client),
                    children: children
                ),
                workspace: workspace,
                children: children,
                concurrency: concurrency,
                seconds: seconds,
                python: python,
                scripts: URL(filePath: scripts)
            )
            let report = try await run.measure(services ?? [])
            try await client.shutdown()
            Output.result(json ? report.json : report.table)
        } catch {
            try? await client.shutdown()
            Output.progress("the simulators' last words:\n\(workspace.tail(of: "simulator.log"))")
            throw error
        }
    }
}
