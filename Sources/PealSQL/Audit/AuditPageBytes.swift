import PealCore

/// Entries of one page of an audit log as bytes, one after another: what filters ask for, then the packed text (ADR 0072).
struct AuditPageBytes {
    private var packed = PackedBytes()
    private var packer: LeafPacker
    private var latest: Timestamp

    var bytes: [UInt8] { packed.bytes }

    /// Begins after an entry that was recorded at an instant.
    init(app: AppID, after latest: Timestamp) {
        packer = LeafPacker(app: app)
        self.latest = latest
    }

    /// What an entry begins with; stored, so that no number is ever given to another one.
    fileprivate enum Code {
        static let actions: [AuditAction] = [
            .sent, .delivered, .opened, .actionTaken, .failed, .suppressed, .preferencesChanged, .admin, .malformed,
            .gap,
        ]
        /// Added where a user follows, and where a notification does.
        static let user: UInt8 = 0x40
        static let notification: UInt8 = 0x80
    }

    /// The bit of an action in ``AuditPageKeys``.
    static func bit(of action: AuditAction) -> Int64 { 1 << Int64(Code.actions.firstIndex(of: action) ?? 62) }

    /// - Throws: ``StoreError`` `constraint` for an entry that was recorded before the one in front of it.
    mutating func append(_ entry: StoredAuditEntry) throws {
        guard entry.at >= latest else { throw AuditAppend.misplaced }
        let code = UInt8(Code.actions.firstIndex(of: entry.action) ?? 0)
        let user = entry.userRef == nil ? 0 : Code.user
        let notification = entry.notification == nil ? 0 : Code.notification
        packed.append(byte: code | user | notification)
        packed.append(number: Int((entry.at - latest).wholeMilliseconds))
        latest = entry.at
        if let user = entry.userRef { packed.append(number: UInt64(user)) }
        if let notification = entry.notification { packed.append(notification.rawValue) }
        packed.append(blob: packer.pack(entry))
    }
}

/// Reads a page entry by entry; their texts stay packed.
struct AuditPageReader {
    private var reader: PackedReader
    private var seq: Int
    private var latest: Timestamp

    private typealias Code = AuditPageBytes.Code

    init(_ page: AuditPageRows.Page) {
        reader = PackedReader(page.bytes, of: "the audit log from entry \(page.first) on")
        seq = page.first
        latest = page.at
    }

    /// Whether all entries are read.
    var isAtEnd: Bool { reader.isAtEnd }

    /// Where the next entry begins in the bytes of the page.
    var position: Int { reader.position }

    /// The next entry, its text as ``PackedLeaf`` takes it.
    /// - Throws: ``StoreError`` `corrupt`.
    mutating func next() throws -> StoredAuditEntry {
        let head = try reader.byte()
        guard Code.actions.indices.contains(Int(head & 0x3F)) else { throw reader.damaged }
        let passed = try reader.number()
        // What no clock comes to was not written by a server.
        guard passed < 1 << 50 else { throw reader.damaged }
        latest = latest + .milliseconds(passed)
        defer { seq += 1 }
        return StoredAuditEntry(
            seq: seq,
            at: latest,
            action: Code.actions[Int(head & 0x3F)],
            userRef: head & Code.user > 0 ? Int64(try reader.number()) : nil,
            notification: head & Code.notification > 0 ? ID(try reader.id()) : nil,
            leaf: try reader.blob()
        )
    }
}
