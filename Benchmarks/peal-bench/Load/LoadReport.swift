import Foundation
import PealCore

/// The figures of a load run beside what this machine can do at best.
struct LoadReport {
    /// Rows written for one push: trigger, decision, delivery, its lease, its outcome.
    static let rowsPerPush = 5.0

    let sqliteRows: Double
    let simulatorRequests: Double
    let measurements: [Measurement]
    /// The phases that are not counted in pushes.
    let requests: [RequestMeasurement]

    /// What bounds any server on this machine.
    var ceiling: Double { min(sqliteRows / Self.rowsPerPush, simulatorRequests) }

    /// The largest audience's peak memory over the smallest's.
    var memoryRatio: Double? {
        let audiences = measurements.filter { $0.acceptedPerSecond == nil }.sorted { $0.pushes < $1.pushes }
        guard let first = audiences.first, let last = audiences.last, last.pushes > first.pushes else { return nil }
        return Double(last.peakOwn) / Double(max(1, first.peakOwn))
    }

    /// The share of the machine's processors that server, simulator and client used.
    private func busy(_ row: Measurement) -> Double { row.cpuOfAll / row.seconds / processors }

    /// A table for people.
    var table: String {
        var lines = ["", column("", 22) + headings.map { column($0, 14) }.joined()]
        for row in measurements { lines.append(column(row.name, 22) + cells(row).map { column($0, 14) }.joined()) }
        if !requests.isEmpty {
            lines += ["", column("", 22) + ["count", "a second", "CPU-µs each"].map { column($0, 14) }.joined()]
        }
        for row in requests {
            let cells = [String(row.count), row.perSecond.map(number) ?? "–", number(row.cpuMicroseconds)]
            lines.append(column(row.name, 22) + cells.map { column($0, 14) }.joined())
        }
        lines += [
            "", "ceiling in the same run",
            "  plain SQLite  \(number(sqliteRows)) rows/s ÷ \(Int(Self.rowsPerPush)) rows a push = \(number(sqliteRows / Self.rowsPerPush)) pushes/s",
            "  simulator     \(number(simulatorRequests)) requests/s from a bare client",
            "  the lower     \(number(ceiling)) pushes/s",
        ]
        for row in measurements {
            let cpu = row.cpuOfAll
            lines.append(
                "  \(column(row.name, 22)) \(percent(row.pushesPerSecond / ceiling)) of it; processor time: server "
                    + "\(percent(row.serverCPU / cpu)), simulator \(percent(row.simulatorCPU / cpu)), client "
                    + "\(percent(row.clientCPU / cpu)); \(percent(busy(row))) of \(Int(processors)) cores"
            )
        }
        if let memoryRatio {
            lines.append("  own peak memory, largest audience over smallest: \(String(format: "%.2f", memoryRatio))")
        }
        return lines.joined(separator: "\n")
    }

    /// The same for machines.
    var json: String {
        let bytes = JSONWriter.bytes { writer in
            writer.object { writer in
                writer.object("ceiling") { writer in
                    writer.member("sqliteRowsPerSecond", Int(sqliteRows))
                    writer.member("simulatorRequestsPerSecond", Int(simulatorRequests))
                    writer.member("pushesPerSecond", Int(ceiling))
                }
                writer.name("phases")
                writer.beginArray()
                for row in measurements { write(row, to: &writer) }
                for row in requests { write(row, to: &writer) }
                writer.endArray()
                if let memoryRatio { writer.member("memoryRatio", JSONValue.number(memoryRatio)) }
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private func write(_ row: Measurement, to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("name", row.name)
            writer.member("pushes", row.pushes)
            if let accepted = row.acceptedPerSecond { writer.member("acceptedPerSecond", Int(accepted)) }
            writer.member("pushesPerSecond", Int(row.pushesPerSecond))
            writer.member("ratio", JSONValue.number(row.pushesPerSecond / ceiling))
            writer.member("cpuMicrosecondsPerPush", JSONValue.number(row.cpuMicrosecondsPerPush))
            writer.member("bytesPerPush", Int(row.bytesPerPush))
            writer.member("processorsBusy", JSONValue.number(busy(row)))
            writer.member("peakResidentBytes", row.peakResident)
            writer.member("peakOwnBytes", row.peakOwn)
        }
    }

    private func write(_ row: RequestMeasurement, to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("name", row.name)
            switch row.unit {
            case .request:
                writer.member("requests", row.count)
                if let perSecond = row.perSecond { writer.member("requestsPerSecond", Int(perSecond)) }
                writer.member("cpuMicrosecondsPerRequest", JSONValue.number(row.cpuMicroseconds))
            case .window:
                writer.member("windows", row.count)
                writer.member("cpuMicrosecondsPerWindow", JSONValue.number(row.cpuMicroseconds))
            }
        }
    }

    private var headings: [String] {
        [
            "pushes", "seconds", "accepted/s", "pushes/s", "of ceiling", "CPU-µs/push", "bytes/push", "peak MiB",
            "own MiB",
        ]
    }

    private func cells(_ row: Measurement) -> [String] {
        [
            String(row.pushes), String(format: "%.2f", row.seconds), row.acceptedPerSecond.map(number) ?? "–",
            number(row.pushesPerSecond), percent(row.pushesPerSecond / ceiling), number(row.cpuMicrosecondsPerPush),
            number(row.bytesPerPush), mebibytes(row.peakResident), mebibytes(row.peakOwn),
        ]
    }

    private var processors: Double { Double(ProcessInfo.processInfo.activeProcessorCount) }

    private func column(_ text: String, _ width: Int) -> String {
        let gap = String(repeating: " ", count: max(0, width - text.count))
        return width == 22 ? text + gap : gap + text
    }

    private func number(_ value: Double) -> String { String(Int(value.rounded())) }
    private func percent(_ value: Double) -> String { "\(Int((value * 100).rounded())) %" }
    private func mebibytes(_ bytes: Int) -> String { String(format: "%.1f", Double(bytes) / 1_048_576) }
}
