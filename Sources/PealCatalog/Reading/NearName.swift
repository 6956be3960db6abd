/// Finds the name somebody probably meant.
enum NearName {
    /// The nearest of the candidates, when near enough to be a slip of the pen.
    static func suggestion(for name: String, among candidates: some Sequence<String>) -> String? {
        guard name.utf8.count <= 64 else { return nil }
        let limit = max(1, min(3, name.count / 3 + 1))
        return candidates.map { ($0, distance(name.lowercased(), $0.lowercased())) }
            .filter { $0.1 <= limit }
            .min { ($0.1, $0.0) < ($1.1, $1.0) }?.0
    }

    /// The end of a message: `; did you mean …?` or the list of what there is.
    static func hint(for name: String, among candidates: [String]) -> String {
        if let near = suggestion(for: name, among: candidates) { return "; did you mean `\(near)`?" }
        guard !candidates.isEmpty else { return "" }
        return "; there are \(candidates.sorted().prefix(40).joined(separator: ", "))"
    }

    /// Levenshtein's distance.
    private static func distance(_ left: String, _ right: String) -> Int {
        let a = Array(left.utf8)
        let b = Array(right.utf8)
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
