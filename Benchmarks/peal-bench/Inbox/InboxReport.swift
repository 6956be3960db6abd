import Foundation

/// What reading inboxes took, and whether it grows with their size.
struct InboxReport {
    let sizes: [Int]
    let timings: [InboxMeter.Reading: [Int: [Double]]]
    let preferences: PreferenceMeter.Timings

    /// How much longer the slowest hundredth of the largest inbox may take than that of the smallest.
    private static let bound = 3.0

    var text: String {
        let head = ["milliseconds"] + sizes.flatMap { ["p50 of \($0)", "p99 of \($0)"] } + ["p99, largest : smallest"]
        let rows = InboxMeter.Reading.allCases.map { reading in
            [reading.rawValue]
                + sizes.flatMap { size in [0.5, 0.99].map { text(quantile($0, reading, size)) } }
                + [text(ratio(of: reading)) + (holds(reading) ? "" : " > \(Int(Self.bound))")]
        }
        let lines = ([head] + rows).map { cells in
            cells.enumerated().map { index, cell in
                index == 0 ? cell.padding(toLength: 18, withPad: " ", startingAt: 0) : padded(cell)
            }.joined(separator: " ")
        }
        let misses = InboxMeter.Reading.allCases.filter { !holds($0) }.map(\.rawValue)
        let verdict =
            misses.isEmpty ? "holds: nothing grows with the inbox" : "misses: \(misses.joined(separator: ", "))"
        return (lines + [verdict, preferenceText]).joined(separator: "\n")
    }

    private var preferenceText: String {
        let cells = [("read", preferences.reads), ("changed", preferences.writes)].map { name, timings in
            "\(name) p50 \(text(quantile(0.5, timings))), p99 \(text(quantile(0.99, timings)))"
        }
        return "preferences, milliseconds: " + cells.joined(separator: "; ")
    }

    private func holds(_ reading: InboxMeter.Reading) -> Bool { ratio(of: reading) <= Self.bound }

    private func ratio(of reading: InboxMeter.Reading) -> Double {
        guard let small = sizes.first, let large = sizes.last else { return 0 }
        return quantile(0.99, reading, large) / max(quantile(0.99, reading, small), 0.001)
    }

    private func quantile(_ share: Double, _ reading: InboxMeter.Reading, _ size: Int) -> Double {
        quantile(share, timings[reading]?[size] ?? [])
    }

    private func quantile(_ share: Double, _ values: [Double]) -> Double {
        let sorted = values.sorted()
        guard !sorted.isEmpty else { return 0 }
        return sorted[min(sorted.count - 1, Int(Double(sorted.count) * share))]
    }

    private func text(_ value: Double) -> String { String(format: "%.2f", value) }

    private func padded(_ cell: String) -> String { String(repeating: " ", count: max(0, 16 - cell.count)) + cell }
}
