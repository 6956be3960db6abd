/// Finds the known name that was probably meant, for messages about unknown names.
public enum NearName {
    /// How many known names a message lists.
    private static let most = 60

    /// The candidate with the smallest edit distance (Levenshtein, letter case ignored), when it is small enough to be a
    /// typing error.
    public static func suggestion(for name: String, among candidates: some Sequence<String>) -> String? {
        NearNames(candidates).suggestion(for: name)
    }

    /// The end of a message: `; did you mean …?`, or the list of known names; empty when there are none.
    public static func hint(for name: String, among candidates: some Sequence<String>) -> String {
        let known = Array(candidates)
        if let near = suggestion(for: name, among: known) { return "; did you mean `\(near)`?" }
        guard !known.isEmpty else { return "" }
        return "; known: \(known.sorted().prefix(most).joined(separator: ", "))"
    }
}
