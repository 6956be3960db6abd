/// Finds the known name that was probably meant, for messages about unknown names.
public enum NearName {
    /// Longer names are not compared.
    private static let longest = 64
    /// How many known names a message lists.
    private static let most = 60

    /// The candidate with the smallest edit distance (Levenshtein, letter case ignored), when it is small enough to be a
    /// typing error.
    public static func suggestion(for name: String, among candidates: some Sequence<String>) -> String? {
        guard name.utf8.count <= longest else { return nil }
        let limit = max(1, min(3, name.count / 3 + 1))
        let wanted = Array(name.lowercased().utf8)
        return candidates.map { ($0, distance(wanted, Array($0.lowercased().utf8))) }
            .filter { $0.1 <= limit }
            .min { ($0.1, $0.0) < ($1.1, $1.0) }?.0
    }

    /// The end of a message: `; did you mean …?`, or the list of known names; empty when there are none.
    public static func hint(for name: String, among candidates: some Sequence<String>) -> String {
        let known = Array(candidates)
        if let near = suggestion(for: name, among: known) { return "; did you mean `\(near)`?" }
        guard !known.isEmpty else { return "" }
        return "; known: \(known.sorted().prefix(most).joined(separator: ", "))"
    }

    private static func distance(_ a: [UInt8], _ b: [UInt8]) -> Int {
        guard !a.isEmpty else { return b.count }
        var row = Array(0...b.count)
        for i in a.indices {
            var diagonal = row[0]
            row[0] = i + 1
            for j in b.indices {
                let above = row[j + 1]
                row[j + 1] = min(above + 1, row[j] + 1, diagonal + (a[i] == b[j] ? 0 : 1))
                diagonal = above
            }
        }
        return row[b.count]
    }
}
