import PealCore

/// The verdict of a crash run.
struct CrashReport {
    let seed: UInt64
    let kills: Int
    let facts: [(String, Int)]
    let findings: [Finding]
    let seconds: Double

    var passed: Int { findings.count { $0.broken == 0 } }
    var failed: Int { findings.count - passed }

    /// A table for people.
    var table: String {
        var lines = ["", "facts"]
        for (name, value) in facts { lines.append("  " + pad(String(value), 9) + "  " + name) }
        lines += ["", "  checked    broken  promise"]
        for finding in findings {
            lines.append(pad(String(finding.checked), 9) + pad(String(finding.broken), 10) + "  " + finding.promise)
            for example in finding.examples { lines.append("                       ✗ \(example)") }
        }
        lines.append("")
        lines.append("\(kills) kills in \(Int(seconds)) s, seed \(seed): \(passed) passed, \(failed) failed")
        if failed > 0 { lines.append("again: peal-judge crash --kills \(kills) --seed \(seed)") }
        return lines.joined(separator: "\n")
    }

    /// The same for machines.
    var json: String {
        let bytes = JSONWriter.bytes { writer in
            writer.object { writer in
                writer.member("seed", String(seed))
                writer.member("kills", kills)
                writer.member("passed", passed)
                writer.member("failed", failed)
                writer.object("facts") { writer in for (name, value) in facts { writer.member(name, value) } }
                writer.array("findings", findings) { writer, finding in
                    writer.object { writer in
                        writer.member("promise", finding.promise)
                        writer.member("checked", finding.checked)
                        writer.member("broken", finding.broken)
                        writer.member("examples", finding.examples)
                    }
                }
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private func pad(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(0, width - text.count)) + text
    }
}
