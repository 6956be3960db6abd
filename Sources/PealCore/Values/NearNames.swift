/// Known names, prepared once, to be asked for the one that was probably meant.
///
/// A name is compared only with those of about its length and letters, and each comparison ends where it cannot be near any more:
/// some ten microseconds among 600 names.
public struct NearNames: Sendable {
    private struct Entry: Sendable {
        let name: String
        let bytes: [UInt8]
        /// A bit for each letter that is in it.
        let letters: UInt32
    }

    /// Longer names are not compared.
    private static let longest = 64
    /// How many known names a message lists.
    private static let most = 60
    private let entries: [Entry]
    private let byLowercase: [String: String]

    /// Prepares names.
    public init(_ names: some Sequence<String>) {
        entries = names.map { name in
            let bytes = Array(name.lowercased().utf8)
            return Entry(name: name, bytes: bytes, letters: Self.letters(of: bytes))
        }
        byLowercase = Dictionary(entries.map { (String(decoding: $0.bytes, as: UTF8.self), $0.name) }) { min($0, $1) }
    }

    /// Whether there are none.
    public var isEmpty: Bool { entries.isEmpty }

    /// The name that a text is, letter case ignored.
    public func spelled(_ text: String) -> String? {
        text.utf8.count <= Self.longest ? byLowercase[text.lowercased()] : nil
    }

    /// The name with the smallest edit distance (Levenshtein, letter case ignored), when it is small enough to be a typing
    /// error; of a word that others use for one of the names, that one.
    public func suggestion(for text: String) -> String? {
        guard text.utf8.count <= Self.longest else { return nil }
        let near = nearest(to: text)
        if let near, near.distance <= 1 { return near.name }
        let meant = Self.synonyms[text.lowercased()]?.first { name in entries.contains { $0.name == name } }
        return meant ?? near?.name
    }

    private func nearest(to text: String) -> (distance: Int, name: String)? {
        let wanted = Array(text.lowercased().utf8)
        let letters = Self.letters(of: wanted)
        var limit = max(1, min(3, text.count / 3 + 1))
        var best: (distance: Int, name: String)?
        for entry in entries {
            guard abs(entry.bytes.count - wanted.count) <= limit,
                // A letter that one has and the other has not takes an edit; an edit may change two.
                (entry.letters ^ letters).nonzeroBitCount <= 2 * limit,
                let distance = Self.distance(wanted, entry.bytes, atMost: limit)
            else { continue }
            if let best, (best.distance, best.name) <= (distance, entry.name) { continue }
            best = (distance, entry.name)
            limit = distance
        }
        return best
    }

    /// The end of a message: `; did you mean …?`, or the list of known names; empty when there are none.
    public func hint(for text: String) -> String {
        if let near = suggestion(for: text) { return "; did you mean `\(near)`?" }
        guard !isEmpty else { return "" }
        return "; known: \(entries.map(\.name).sorted().prefix(Self.most).joined(separator: ", "))"
    }

    private static func letters(of bytes: [UInt8]) -> UInt32 {
        bytes.reduce(0) { $0 | 1 << UInt32($1 & 31) }
    }

    /// The edit distance of two names; `nil` where it is above a limit.
    private static func distance(_ a: [UInt8], _ b: [UInt8], atMost limit: Int) -> Int? {
        guard !a.isEmpty else { return b.count <= limit ? b.count : nil }
        var row = Array(0...b.count)
        for i in a.indices {
            var diagonal = row[0]
            row[0] = i + 1
            var smallest = row[0]
            for j in b.indices {
                let above = row[j + 1]
                row[j + 1] = min(above + 1, row[j] + 1, diagonal + (a[i] == b[j] ? 0 : 1))
                smallest = min(smallest, row[j + 1])
                diagonal = above
            }
            guard smallest <= limit else { return nil }
        }
        return row[b.count] <= limit ? row[b.count] : nil
    }
}
