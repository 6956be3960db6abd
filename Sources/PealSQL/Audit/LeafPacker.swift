import PealCore

/// Shortens the text of audit entries for the database: what their page says beside it, and what entries repeat, is left out.
///
/// Hashes and exports are of the text, which ``PackedLeaf`` restores byte for byte: so an entry takes an eighth of it
/// (ADR 0056).
struct LeafPacker {
    private let app: [UInt8]
    /// Entries that are appended together were recorded at the same instant.
    private var recorded: (at: Timestamp, text: [UInt8])?

    init(app: AppID) { self.app = Array(app.rawValue.utf8) }

    /// What is stored of an entry's text; the text itself when it cannot be restored from less.
    mutating func pack(_ entry: StoredAuditEntry) -> [UInt8] {
        if recorded?.at != entry.at { recorded = (entry.at, Array(entry.at.rfc3339.utf8)) }
        guard let recordedAt = recorded?.text else { return entry.leaf }
        return entry.leaf.withUnsafeBufferPointer { text in
            var packing = Packing(text: text, app: app, recordedAt: recordedAt, entry: entry)
            return packing.run() ? packing.packed : entry.leaf
        }
    }

    /// The walk through one text.
    private struct Packing {
        let text: UnsafeBufferPointer<UInt8>
        let app: [UInt8]
        let recordedAt: [UInt8]
        let entry: StoredAuditEntry
        var packed: [UInt8] = [LeafPhrase.mark]
        var at = 0

        init(text: UnsafeBufferPointer<UInt8>, app: [UInt8], recordedAt: [UInt8], entry: StoredAuditEntry) {
            self.text = text
            self.app = app
            self.recordedAt = recordedAt
            self.entry = entry
            packed.reserveCapacity(96)
        }

        /// Whether the text could be packed.
        mutating func run() -> Bool {
            // Phrases begin the text, follow each other, or begin at the end of a value.
            var mayBegin = true
            while at < text.count {
                let byte = text[at]
                if mayBegin || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: ","), takePhrase() {
                    mayBegin = true
                    continue
                }
                guard byte >= 0x20 else { return false }
                packed.append(byte)
                at += 1
                mayBegin = false
            }
            return true
        }

        private mutating func takePhrase() -> Bool {
            guard text.count - at >= 4 else { return false }
            let (start, length) = (at, packed.count)
            let first = UnsafeRawBufferPointer(text).loadUnaligned(fromByteOffset: start, as: UInt32.self)
            for place in LeafPhrase.starts.indices where LeafPhrase.starts[place] == first {
                packed.append(UInt8(place + 1))
                if LeafPhrase.all[place].allSatisfy({ take($0) }) { return true }
                at = start
                packed.removeLast(packed.count - length)
            }
            return false
        }

        private mutating func take(_ part: LeafPhrase.Part) -> Bool {
            switch part {
            case .text(let expected):
                take(UnsafeBufferPointer(start: expected.utf8Start, count: expected.utf8CodeUnitCount))
            case .seq: take(number: Int64(entry.seq))
            case .app: app.withUnsafeBufferPointer { take($0) }
            case .recordedAt: recordedAt.withUnsafeBufferPointer { take($0) }
            case .action:
                entry.action.rawValue.utf8.withContiguousStorageIfAvailable { take($0) } ?? false
            case .user: entry.userRef.map { take(number: $0) } ?? false
            case .notification: entry.notification.map { take($0.rawValue) } ?? false
            case .bytes: takeBytes()
            case .instant: takeInstant()
            }
        }

        private mutating func take(_ expected: UnsafeBufferPointer<UInt8>) -> Bool {
            guard text.count - at >= expected.count else { return false }
            for index in 0..<expected.count where text[at + index] != expected[index] { return false }
            at += expected.count
            return true
        }

        /// Takes a number as JSON writes it: without zeros in front.
        private mutating func take(number: Int64) -> Bool {
            var (end, value) = (at, Int64(0))
            while end < text.count, end - at < 18, case let digit = text[end] &- UInt8(ascii: "0"), digit < 10 {
                value = value * 10 + Int64(digit)
                end += 1
            }
            guard end > at, value == number, end == at + 1 || text[at] != UInt8(ascii: "0") else { return false }
            at = end
            return true
        }

        private mutating func take(_ identifier: UUIDv7) -> Bool {
            guard let high = number(at: at), let low = number(at: at + 16), high == identifier.high,
                low == identifier.low
            else { return false }
            at += 32
            return true
        }

        private mutating func takeBytes() -> Bool {
            guard let high = number(at: at), let low = number(at: at + 16) else { return false }
            withUnsafeBytes(of: (high.bigEndian, low.bigEndian)) { packed.append(contentsOf: $0) }
            at += 32
            return true
        }

        /// The number that sixteen digits in lower case spell.
        private func number(at start: Int) -> UInt64? {
            guard start + 16 <= text.count else { return nil }
            var number: UInt64 = 0
            for digit in text[start..<start + 16] {
                guard !(UInt8(ascii: "A")...UInt8(ascii: "F")).contains(digit),
                    let value = Hexadecimal.value(digit)
                else { return nil }
                number = number << 4 | UInt64(value)
            }
            return number
        }

        private mutating func takeInstant() -> Bool {
            guard text.count - at >= recordedAt.count, recordedAt.count < 0x20 else { return false }
            var shared = 0
            while shared < recordedAt.count, text[at + shared] == recordedAt[shared] { shared += 1 }
            packed.append(UInt8(shared))
            packed.append(contentsOf: text[at + shared..<at + recordedAt.count])
            at += recordedAt.count
            return true
        }
    }
}
