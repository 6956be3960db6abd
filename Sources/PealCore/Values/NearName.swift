/// Finds the known name that was probably meant, for messages about unknown names.
public enum NearName {
    /// The candidate with the smallest edit distance (Levenshtein, letter case ignored), when it is small enough to be a
    /// typing error.
    public static func suggestion(for name: String, among candidates: some Sequence<String>) -> String? {
        NearNames(candidates).suggestion(for: name)
    }

    /// The end of a message: `; did you mean …?`, or the list of known names; empty when there are none.
    public static func hint(for name: String, among candidates: some Sequence<String>) -> String {
        NearNames(candidates).hint(for: name)
    }
}
