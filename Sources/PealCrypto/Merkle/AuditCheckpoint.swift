import Foundation
public import PealCore

/// What a checkpoint of an app's audit log says: how many entries there are, and the root of their Merkle tree.
///
/// Its text is a checkpoint as transparency logs write it (C2SP tlog-checkpoint), so that other tools read it.
public struct AuditCheckpoint: Sendable, Equatable {
    /// The app.
    public var app: AppID
    /// How many entries it covers.
    public var size: Int
    /// The root of the tree of them.
    public var root: [UInt8]
    /// When it was made.
    public var at: Timestamp

    /// Joins the parts.
    public init(app: AppID, size: Int, root: [UInt8], at: Timestamp) {
        self.app = app
        self.size = size
        self.root = root
        self.at = at
    }

    private static let origin = "peal/audit/"

    /// What is signed: origin, size, root in base64 and time, a line each.
    public var body: String {
        "\(Self.origin)\(app)\n\(size)\n\(Data(root).base64EncodedString())\n\(at.rfc3339)\n"
    }

    /// Reads what was signed; `nil` when it is not a checkpoint of ours.
    public init?(body: String) {
        let lines = body.split(separator: "\n", omittingEmptySubsequences: false)
        guard lines.count == 5, lines[4].isEmpty, lines[0].hasPrefix(Self.origin),
            let size = Int(lines[1]), size >= 0,
            let root = Data(base64Encoded: String(lines[2])), root.count == MerkleFrontier.hashLength,
            let at = Timestamp(rfc3339: String(lines[3]))
        else { return nil }
        self.init(app: AppID(String(lines[0].dropFirst(Self.origin.count))), size: size, root: [UInt8](root), at: at)
    }
}

/// A checkpoint with its signatures, as text (C2SP signed-note).
public struct SignedCheckpoint: Sendable, Equatable {
    /// What it says.
    public var checkpoint: AuditCheckpoint
    /// The whole text.
    public var text: String
    /// Each signature with the name and the number of its key.
    var signatures: [(name: String, number: [UInt8], signature: [UInt8])]

    private static let mark = "— "

    /// Reads a text; `nil` when it is not a signed checkpoint.
    public init?(_ text: String) {
        guard let gap = text.range(of: "\n\n") else { return nil }
        let body = String(text[..<gap.lowerBound]) + "\n"
        guard let checkpoint = AuditCheckpoint(body: body) else { return nil }
        self.checkpoint = checkpoint
        self.text = text
        signatures = text[gap.upperBound...].split(separator: "\n").compactMap { line in
            guard line.hasPrefix(Self.mark) else { return nil }
            let parts = line.dropFirst(Self.mark.count).split(separator: " ")
            guard parts.count == 2, let bytes = Data(base64Encoded: String(parts[1])), bytes.count == 68 else {
                return nil
            }
            return (String(parts[0]), [UInt8](bytes.prefix(4)), [UInt8](bytes.dropFirst(4)))
        }
    }

    /// Signs a checkpoint.
    public init(_ checkpoint: AuditCheckpoint, by key: AuditKey) throws {
        let signature = try key.sign(checkpoint.body)
        let encoded = Data(key.verification.number + signature).base64EncodedString()
        self.checkpoint = checkpoint
        text = "\(checkpoint.body)\n\(Self.mark)\(key.verification.name) \(encoded)\n"
        signatures = [(key.verification.name, key.verification.number, signature)]
    }

    /// Whether any of some keys has signed it.
    public func isSigned(byAnyOf keys: [AuditVerificationKey]) -> Bool {
        let message = Data(checkpoint.body.utf8)
        return keys.contains { key in
            signatures.contains { $0.number == key.number && key.isValid($0.signature, of: message) }
        }
    }

    /// All checkpoints of a text, which may hold several one after the other.
    public static func all(in text: String) -> [SignedCheckpoint] {
        let starts = text.ranges(of: "\(AuditCheckpoint.firstLine)").map(\.lowerBound).filter {
            $0 == text.startIndex || text[text.index(before: $0)] == "\n"
        }
        return starts.enumerated().compactMap { index, start in
            let end = index + 1 < starts.count ? starts[index + 1] : text.endIndex
            return SignedCheckpoint(String(text[start..<end]))
        }
    }

    /// Compares the texts, which have everything.
    public static func == (left: Self, right: Self) -> Bool { left.text == right.text }
}

extension AuditCheckpoint {
    /// How every checkpoint begins.
    fileprivate static var firstLine: String { origin }
}
