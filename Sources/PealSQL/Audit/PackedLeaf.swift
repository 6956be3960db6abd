import PealCore

/// The text of an audit entry as ``LeafPacker`` stored it.
struct PackedLeaf {
    /// What its page says beside it; its `leaf` is what is stored.
    let entry: StoredAuditEntry
    let app: AppID

    /// The text, byte for byte.
    ///
    /// What nobody packed in this way is returned as it is: its hash then shows that it was changed.
    var text: [UInt8] {
        guard entry.leaf.first == LeafPhrase.mark else { return entry.leaf }
        var text: [UInt8] = []
        text.reserveCapacity(400)
        var rest = entry.leaf.dropFirst()
        let recordedAt = Array(entry.at.rfc3339.utf8)
        while let byte = rest.popFirst() {
            guard byte < 0x20 else {
                text.append(byte)
                continue
            }
            guard (1...LeafPhrase.all.count).contains(Int(byte)) else { return entry.leaf }
            for part in LeafPhrase.all[Int(byte) - 1] {
                guard add(part, recordedAt, &rest, to: &text) else { return entry.leaf }
            }
        }
        return text
    }

    private func add(
        _ part: LeafPhrase.Part,
        _ recordedAt: [UInt8],
        _ rest: inout ArraySlice<UInt8>,
        to text: inout [UInt8]
    ) -> Bool {
        switch part {
        case .text(let phrase): text += UnsafeBufferPointer(start: phrase.utf8Start, count: phrase.utf8CodeUnitCount)
        case .seq: text += "\(entry.seq)".utf8
        case .app: text += app.rawValue.utf8
        case .recordedAt: text += recordedAt
        case .action: text += entry.action.rawValue.utf8
        case .user:
            guard let user = entry.userRef else { return false }
            text += "\(user)".utf8
        case .notification:
            guard let notification = entry.notification else { return false }
            text += notification.rawValue.hex.utf8
        case .bytes:
            guard rest.count >= 16 else { return false }
            text += Hexadecimal.text(rest.prefix(16)).utf8
            rest = rest.dropFirst(16)
        case .instant:
            guard let shared = rest.popFirst().map(Int.init), shared <= recordedAt.count,
                rest.count >= recordedAt.count - shared
            else { return false }
            text += recordedAt.prefix(shared) + rest.prefix(recordedAt.count - shared)
            rest = rest.dropFirst(recordedAt.count - shared)
        }
        return true
    }
}
