extension LinkPolicy {
    /// Stands for an omitted value while a link is rendered; no link may contain it.
    static let omitted = "\u{0}"

    /// A link without the query parameters that name an omitted value; elsewhere such a value is empty.
    static func withoutOmitted(_ link: String) -> String {
        let (front, fragment) = cut(link[...], before: "#")
        let (path, query) = cut(front, before: "?")
        let kept = query.dropFirst().split(separator: "&").filter { !$0.contains(omitted) }.joined(separator: "&")
        return "\(path)\(kept.isEmpty ? "" : "?")\(kept)\(fragment)".replacing(omitted, with: "")
    }

    /// The parts before a mark and from it on; the second is empty without one.
    private static func cut(_ text: Substring, before mark: Character) -> (Substring, Substring) {
        let end = text.firstIndex(of: mark) ?? text.endIndex
        return (text[..<end], text[end...])
    }
}
