import Foundation

/// What events to live connections cost.
struct FanOutFigures: Sendable {
    let server: String
    let kind: FanOutCase
    let deliveries: Int
    /// Processor time of the server.
    let seconds: Double
    /// Processor time of the same events before a client was connected: accepting, deciding and storing them.
    let storing: Double
    /// Seconds from the first request of a round to each arrival, the shortest first.
    let latencies: [Double]

    /// Deliveries in a second of the server's processor time.
    var rate: Double { Double(deliveries) / max(seconds, 0.01) }
    /// Microseconds of the server's processor time for a delivery.
    var each: Double { seconds * 1_000_000 / Double(deliveries) }
    /// Those of them that clients add: from the stored event to the socket.
    var sending: Double { max(0, seconds - storing) * 1_000_000 / Double(deliveries) }

    private func quantile(_ part: Double) -> Double {
        latencies.isEmpty ? 0 : latencies[min(latencies.count - 1, Int(Double(latencies.count) * part))]
    }

    static func table(_ rows: [FanOutFigures]) -> String {
        let lines = FanOutCase.allCases.flatMap { kind in
            Dictionary(grouping: rows.filter { $0.kind == kind }, by: \.server).sorted { $0.key > $1.key }
                .map { server, runs in
                    let middle = runs.sorted { $0.rate < $1.rate }[runs.count / 2]
                    return "\(kind.rawValue), \(server)".padding(toLength: 32, withPad: " ", startingAt: 0)
                        + String(
                            format: "%10d %14.0f %9.1f %12.1f %8.1f ms %8.1f ms",
                            middle.deliveries,
                            middle.rate,
                            middle.each,
                            middle.sending,
                            middle.quantile(0.5) * 1_000,
                            middle.quantile(0.99) * 1_000
                        )
                }
        }
        let head = "events to live connections".padding(toLength: 32, withPad: " ", startingAt: 0)
        let columns = "deliveries  a CPU second   µs each   of it live         p50         p99   (median of runs)"
        return (["", head + columns] + lines).joined(separator: "\n")
    }
}
