import ArgumentParser
import Foundation
import JudgeKit
import PealSQLite

/// `peal-bench inbox`.
struct InboxCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inbox",
        abstract: "Measures how long the inbox and the preferences of one user take, by how many rows the inbox has.",
        discussion: """
            Users with inboxes of several sizes, three rows of each unread, are read through the store's ports while it \
            holds many rows of others. The slowest hundredth of the largest inbox may take three times that of the \
            smallest. Then the preferences of a user are read and changed. Build with -c release for figures that mean \
            something.
            """
    )

    @Option(help: "Rows of other users.")
    var others = 1_000_000
    @Option(help: "Sizes of the inboxes, separated by commas, the smallest first.")
    var sizes = "1000,10000,100000"
    @Option(help: "How often each is read.")
    var times = 500
    @Flag(help: "Keeps the temporary directory.")
    var keep = false

    private var rows: [Int] { sizes.split(separator: ",").compactMap { Int($0) } }

    func validate() throws {
        guard (0...10_000_000).contains(others), (10...100_000).contains(times), rows.count > 1, rows == rows.sorted(),
            rows.allSatisfy((100...1_000_000).contains)
        else { throw ValidationError("others up to 10000000, times 10…100000, two sizes or more of 100…1000000") }
    }

    func run() async throws {
        let workspace = try Workspace()
        defer { if keep { Output.progress("kept: \(workspace.directory.path)") } else { workspace.remove() } }
        let seed = InboxSeed(file: workspace.path("peal.sqlite"), others: others, sizes: rows)
        Output.progress("writing \(others) rows of others, and inboxes of \(sizes)")
        let store = try await seed.fill()
        Output.progress("reading")
        let meter = InboxMeter(store: store, seed: seed, times: times)
        let timings = try await meter.measure()
        let preferences = try await PreferenceMeter(store: store, seed: seed, times: times).measure()
        try store.close()
        Output.result(InboxReport(sizes: rows, timings: timings, preferences: preferences).text)
    }
}
