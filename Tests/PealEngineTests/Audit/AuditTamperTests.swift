import Foundation
import PealCore
import PealCrypto
import PealEngine
import Testing

@Suite("An audit log that was changed is found (R213)")
struct AuditTamperTests {
    private static let size = 2_000

    /// What is done to the entry at an index; the first line is the head.
    private enum Tampering: CaseIterable {
        case changeBit, drop, insert, swap

        func apply(to lines: inout [[UInt8]], at line: Int) {
            switch self {
            case .changeBit: lines[line][lines[line].count / 2] ^= 1
            case .drop: lines.remove(at: line)
            case .insert: lines.insert(lines[line], at: line)
            case .swap: lines.swapAt(line, line < AuditTamperTests.size ? line + 1 : line - 1)
            }
        }
    }

    @Test("Flipped, dropped, inserted, swapped at each of 2,000 entries: all of them are found")
    func everywhere() async throws {
        let world = try await AuditWorld.make(entries: Self.size, checkpointsAt: [500])
        #expect(world.problems(world.lines) == [])
        #expect(world.lines.count == Self.size + 4, "a head, the entries, two checkpoints, an end")
        var before = AuditVerification()
        before.read(world.lines[0])
        var missed: [String] = []
        for line in 1...Self.size {
            for tampering in Tampering.allCases {
                var lines = world.lines
                tampering.apply(to: &lines, at: line)
                // What is found once stays found; most is found at the next link.
                var verification = before
                if tampering == .swap, line == Self.size {
                    if world.problems(lines).isEmpty { missed.append("\(tampering) at \(line)") }
                    continue
                }
                for next in lines[line...] where verification.problems.isEmpty { verification.read(next) }
                if verification.problems.isEmpty { verification.finish() }
                if verification.problems.isEmpty { missed.append("\(tampering) at \(line)") }
            }
            before.read(world.lines[line])
        }
        #expect(missed == [])
    }

    /// What is done to the lines of a log, and what is said of it.
    private static let changes: [(@Sendable (inout [[UInt8]]) -> Void, String)] =
        [
            (
                { lines in
                    let text = String(decoding: lines[42], as: UTF8.self)
                    lines[42] = Array(text.replacing("no-device", with: "no-devicE").utf8)
                }, "line 44: entry 41, or its link in entry 42, was changed"
            ),
            ({ $0.remove(at: 42) }, "line 43: entry 41 is missing: entry 42 follows"),
            ({ $0.insert($0[42], at: 42) }, "line 44: entry 41 is out of order; entry 42 was expected"),
            ({ $0.removeLast() }, "the export has no end: it was cut off at line 102"),
        ]

    /// The head of an export with another number of entries.
    private static func resized(_ head: [UInt8], from size: Int, to other: Int) -> [UInt8] {
        Array(String(decoding: head, as: UTF8.self).replacing("\"size\":\(size),", with: "\"size\":\(other),").utf8)
    }

    @Test("Where it was changed is said", arguments: changes)
    func locations(_ change: @Sendable (inout [[UInt8]]) -> Void, problem: String) async throws {
        let world = try await AuditWorld.make(entries: 100)
        var lines = world.lines
        change(&lines)
        #expect(world.problems(lines).first == problem)
    }

    @Test("A head that says another number of entries is found", arguments: [0, 1, 99, 101, 200, 5_000_000])
    func headSize(_ size: Int) async throws {
        let world = try await AuditWorld.make(entries: 100)
        var lines = world.lines
        lines[0] = Self.resized(lines[0], from: 100, to: size)
        #expect(
            world.problems(lines).first
                == "the head says that the log had \(counted(size, "entry")), and the export ends after 100"
        )
    }

    @Test("Whoever rewrites every entry after a change is found by a checkpoint that was saved elsewhere")
    func rewritten() async throws {
        let world = try await AuditWorld.make(entries: 600, checkpointsAt: [200, 400])
        for entry in [0, 1, 199, 200, 399, 401, 599] {
            let lines = Self.rewrite(world.lines, from: entry)
            #expect(AuditWorld.problems(lines, [], []) == [], "its own checkpoints are gone, and it agrees with itself")
            let covered = world.checkpoints.filter { $0.checkpoint.size > entry }
            let problems = AuditWorld.problems(lines, world.checkpoints, [world.key])
            #expect(problems.count == covered.count && covered.count > 0, "entry \(entry): \(problems)")
        }
    }

    @Test(
        "A log that was cut off or rolled back is found by each checkpoint that covers more",
        arguments: [0, 150, 399]
    )
    func rolledBack(to size: Int) async throws {
        let world = try await AuditWorld.make(entries: 400, checkpointsAt: [200])
        var lines = Array(world.lines[...size]) + [Array("{\"end\":\(size)}".utf8)]
        if size < 400 { #expect(AuditWorld.problems(lines, [], []).count == 1, "its head knows of more") }
        lines[0] = Self.resized(lines[0], from: 400, to: size)
        #expect(AuditWorld.problems(lines, [], []) == [])
        for checkpoint in world.checkpoints {
            let isFound = !AuditWorld.problems(lines, [checkpoint], [world.key]).isEmpty
            #expect(isFound == (checkpoint.checkpoint.size > size))
        }
    }

    @Test("A checkpoint that another key signed, or of another app, is found")
    func strangers() async throws {
        let world = try await AuditWorld.make(entries: 10)
        let other = try AuditKey(base64: AuditKey.generate())
        let forged = try SignedCheckpoint(try #require(world.checkpoints.first).checkpoint, by: other)
        #expect(AuditWorld.problems(world.lines, [forged], [other.verification]) == [])
        #expect(
            AuditWorld.problems(world.lines, [forged], [world.key]) == [
                "the checkpoint at 10 is not signed by a trusted key"
            ]
        )
    }

    /// What a holder of the database does who is not seen from the export alone: changes an entry, makes the links after it
    /// fit, and leaves the checkpoints out.
    private static func rewrite(_ lines: [[UInt8]], from entry: Int) -> [[UInt8]] {
        var lines = lines.filter { !$0.starts(with: Array("{\"checkpoint\"".utf8)) }
        var text = String(decoding: lines[entry + 1], as: UTF8.self)
        text = text.replacing("\"source\":\"server\"", with: "\"source\":\"client\"")
        lines[entry + 1] = Array(text.utf8)
        for line in (entry + 2)..<(lines.count - 1) {
            let link = MerkleFrontier.leafHash(lines[line - 1]).prefix(16).map { String(format: "%02x", $0) }.joined()
            let text = String(decoding: lines[line], as: UTF8.self)
            lines[line] = Array(text.replacing(/"prev":"[0-9a-f]*"/, with: "\"prev\":\"\(link)\"").utf8)
        }
        return lines
    }
}
