import Foundation
import PealCore

/// What each phase cost.
struct AuditReport {
    let figures: [AuditFigures]

    /// A table for people.
    var table: String {
        figures.map { figure in
            "\(figure.name): \(figure.pushes) pushes in \(String(format: "%.2f", figure.seconds)) s, "
                + "\(Int(figure.microsecondsPerPush.rounded())) CPU-µs a push, \(figure.auditEntries) audit entries"
        }.joined(separator: "\n")
    }

    /// The same for machines, with the names that `peal-bench load` uses.
    var json: String {
        let bytes = JSONWriter.bytes { writer in
            writer.object { writer in
                writer.array("phases", figures) { writer, figure in
                    writer.object { writer in
                        writer.member("name", figure.name)
                        writer.member("pushes", figure.pushes)
                        writer.member("pushesPerSecond", Int(figure.pushesPerSecond))
                        writer.member("cpuMicrosecondsPerPush", JSONValue.number(figure.microsecondsPerPush))
                        writer.member("auditEntries", figure.auditEntries)
                    }
                }
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// What one phase cost.
struct AuditFigures: Sendable {
    let name: String
    let pushes: Int
    /// From the first trigger until the last outcome is on disk.
    let seconds: Double
    /// Processor time of the process until everything is in the audit log, if it is written.
    let processorSeconds: Double
    /// Entries that the audit log has then.
    let auditEntries: Int

    var pushesPerSecond: Double { Double(pushes) / seconds }
    var microsecondsPerPush: Double { processorSeconds * 1e6 / Double(pushes) }
}
