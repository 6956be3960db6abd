import JudgeKit
import PealCore

/// Lets a restarted server finish what it owes.
struct ServerDrain {
    let apis: [String: PealAPI]
    let limit: Duration

    /// Waits until every trigger of every app is done.
    /// - Throws: `took-too-long` with what is left.
    func run() async throws {
        let watch = Stopwatch()
        var reported = -5.0
        for (app, api) in apis.sorted(by: { $0.key < $1.key }) {
            var open = try await Self.open(api)
            while !open.isEmpty {
                guard watch.seconds < Stopwatch.seconds(limit) else {
                    throw JudgeError(.tookTooLong, "\(open.count) triggers of \(app) are not done, first \(open[0])")
                }
                if watch.seconds >= reported + 5 {
                    reported = watch.seconds
                    Output.progress("draining: \(open.count) triggers of \(app) to go (\(Int(watch.seconds)) s)")
                }
                try await Task.sleep(for: .seconds(1))
                open = try await ConcurrentWork.map(open, atOnce: 8) { id in
                    Self.isOpen(try await api.trigger(id)) ? id : nil
                }.compactMap { $0 }
                // What was accepted meanwhile: the first listing may have missed it.
                if open.isEmpty { open = try await Self.open(api) }
            }
        }
    }

    private static func open(_ api: PealAPI) async throws -> [String] {
        try await api.items(of: "/triggers").filter(isOpen).compactMap { $0.object?["id"]?.string }
    }

    private static func isOpen(_ trigger: JSONValue?) -> Bool {
        let status = trigger?.object?["status"]?.string
        return status == "running" || status == "scheduled"
    }
}
