import Foundation
import JudgeKit

/// What the kernel knows of a process (proc(5)).
struct ProcessFigures: Sendable {
    /// Processor time used, user and system.
    var cpuSeconds: Double
    /// The most memory it ever had resident, in bytes.
    var peakResident: Int
    /// Resident memory that is its own, not pages of a mapped file, in bytes.
    var ownResident: Int

    init(pid: pid_t) throws {
        let stat = try String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8)
        // The name in parentheses may hold anything; fields count from after it, `state` being the third.
        let fields = stat[(stat.lastIndex(of: ")") ?? stat.startIndex)...].split(separator: " ")
        guard fields.count > 13, let user = Double(fields[12]), let system = Double(fields[13]) else {
            throw JudgeError(.invalid, "/proc/\(pid)/stat cannot be read")
        }
        cpuSeconds = (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
        let status = try String(contentsOfFile: "/proc/\(pid)/status", encoding: .utf8)
        peakResident = Self.bytes("VmHWM:", in: status)
        ownResident = Self.bytes("RssAnon:", in: status)
    }

    private static func bytes(_ name: String, in status: String) -> Int {
        for line in status.split(separator: "\n") where line.hasPrefix(name) {
            return (line.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first.flatMap { Int($0) } ?? 0)
                * 1024
        }
        return 0
    }
}
