import Foundation
import PealCore
public import PealCrypto

/// Verifies an export of an audit log, without a server: reads it line by line, then compares it with checkpoints.
///
/// It keeps a hash for each entry, 32 bytes, and nothing else of them.
public struct AuditVerification {
    /// What was found wrong, in words that say where.
    public private(set) var problems: [String] = []
    /// The checkpoints in the export itself.
    public private(set) var embedded: [SignedCheckpoint] = []
    /// The keys that the export names; whoever made it may have made them, too.
    public private(set) var keys: [AuditVerificationKey] = []
    /// How many entries were read.
    public private(set) var count = 0

    static let format = "peal-audit/1"
    /// More problems say nothing new.
    private static let mostProblems = 20

    private var head: Head?
    private var line = 0
    private var end: Int?
    private var hashes: [[UInt8]] = []
    private var last: [UInt8] = []
    private var expected = 0

    /// Begins with nothing read.
    public init() {}

    private struct Head: Decodable {
        var format: String
        var app: String
        var first: Int
        /// How many entries the log had, those that are not kept any more included; exports of earlier versions do not say it.
        var size: Int?
        var frontier: String
        var last: String
        var filtered: Bool?
    }

    private struct Leaf: Decodable {
        var seq: Int
        var prev: String
        var app: String
    }

    private struct Other: Decodable {
        var checkpoint: String?
        var key: String?
        var end: Int?
    }

    /// Reads the next line, without its line break.
    public mutating func read(_ bytes: [UInt8]) {
        line += 1
        guard line > 1 else { return readHead(bytes) }
        guard !bytes.isEmpty else { return report("line \(line) is empty") }
        if let leaf = try? JSONDecoder().decode(Leaf.self, from: Data(bytes)) { return add(leaf, bytes) }
        guard let other = try? JSONDecoder().decode(Other.self, from: Data(bytes)),
            other.end != nil || other.checkpoint != nil
        else {
            return report("line \(line) is neither an entry nor a checkpoint; entry \(expected) was expected")
        }
        if let number = other.end { end = number }
        if let text = other.checkpoint {
            guard let checkpoint = SignedCheckpoint(text) else { return report("line \(line): damaged checkpoint") }
            embedded.append(checkpoint)
            if let key = other.key.flatMap({ AuditVerificationKey($0) }), !keys.contains(key) { keys.append(key) }
        }
    }

    private mutating func readHead(_ bytes: [UInt8]) {
        guard let head = try? JSONDecoder().decode(Head.self, from: Data(bytes)), head.format == Self.format else {
            return report("the first line is not the head of an audit export")
        }
        self.head = head
        expected = head.first
        last = Hexadecimal.bytes(head.last) ?? []
        if head.filtered ?? false { report("the export is filtered: only a complete one can be verified") }
    }

    private mutating func add(_ leaf: Leaf, _ bytes: [UInt8]) {
        if end != nil || !embedded.isEmpty { report("line \(line): entry \(leaf.seq) follows the end of the log") }
        if leaf.app != head?.app { report("line \(line): entry \(leaf.seq) is of app `\(leaf.app)`") }
        if leaf.seq > expected {
            report("line \(line): entry \(expected) is missing: entry \(leaf.seq) follows")
        } else if leaf.seq < expected {
            report("line \(line): entry \(leaf.seq) is out of order; entry \(expected) was expected")
        } else if leaf.prev != Hexadecimal.text(last.prefix(AuditLeaf.linkLength)) {
            let location =
                count == 0 ? "the start of the export" : "entry \(leaf.seq - 1), or its link in entry \(leaf.seq),"
            report("line \(line): \(location) was changed")
        }
        last = MerkleFrontier.leafHash(bytes)
        hashes.append(last)
        expected = leaf.seq + 1
        count += 1
    }

    /// Says that all lines were read, and compares the entries with the checkpoints that the export itself has.
    public mutating func finish() {
        guard let head else { return report("the export is empty") }
        if end == nil { report("the export has no end: it was cut off at line \(line)") }
        if let end, end != head.first + count {
            report("the export says that it has entries up to \(end - 1), and has \(count) from \(head.first) on")
        }
        if let size = head.size, size != head.first + count {
            report(
                "the head says that the log had \(counted(Int(size), "entry")), and the export ends after \(head.first + count)"
            )
        }
        for checkpoint in embedded { compare(checkpoint, from: "in the export") }
    }

    /// Compares the entries with a checkpoint that was saved elsewhere.
    /// - Parameters:
    ///   - checkpoint: the checkpoint.
    ///   - trusted: the keys that it must be signed by one of; none skips that.
    public mutating func compare(saved checkpoint: SignedCheckpoint, trusted: [AuditVerificationKey]) {
        let body = checkpoint.checkpoint
        if !trusted.isEmpty, !checkpoint.isSigned(byAnyOf: trusted) {
            report("the checkpoint at \(body.size) is not signed by a trusted key")
        }
        compare(checkpoint, from: "saved")
    }

    private mutating func compare(_ signed: SignedCheckpoint, from location: String) {
        guard let head else { return }
        let (checkpoint, name) = (signed.checkpoint, "the checkpoint at \(signed.checkpoint.size) (\(location))")
        guard checkpoint.app.rawValue == head.app else {
            return report("\(name) is of app `\(checkpoint.app)`, the export of `\(head.app)`")
        }
        guard checkpoint.size >= head.first else {
            return report("\(name) is older than the first entry that is kept, \(head.first)")
        }
        guard checkpoint.size <= head.first + hashes.count else {
            return report(
                "\(name) covers entries that are missing: \(head.first + hashes.count) to \(checkpoint.size - 1) were removed"
            )
        }
        guard var tree = MerkleFrontier(size: head.first, bytes: Hexadecimal.bytes(head.frontier) ?? []) else {
            return report("the head of the export is damaged")
        }
        for hash in hashes.prefix(checkpoint.size - head.first) { tree.append(hash) }
        guard tree.root == checkpoint.root else {
            return report("\(name) has another root: an entry below \(checkpoint.size) was changed, added or removed")
        }
    }

    private mutating func report(_ problem: String) {
        if problems.count < Self.mostProblems { problems.append(problem) }
    }
}
