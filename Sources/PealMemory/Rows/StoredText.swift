package import PealCore

/// Tags texts that are keys of rows.
package enum StoredText {}

/// A text that is compared by its bytes, as in every store: Swift's equality takes two spellings of "é" for one.
package typealias TextKey = Key<StoredText>

extension String? {
    /// Whether both are the same bytes, or both are missing.
    func isSame(as other: String?) -> Bool { map { TextKey($0) } == other.map { TextKey($0) } }
}
