/// Finds the known name that was probably meant, for messages about unknown names.
public enum NearName {
    /// The candidate with the smallest edit distance (Levenshtein, letter case ignored), when it is small enough to be a
    /// typing error.
    public static func suggestion(for name: String, among candidates: some Sequence<String>) -> String? {
        KnownNames(candidates).suggestion(for: name)
    }

    /// The end of a message: `; did you mean …?`, or the list of known names; empty when there are none.
    public static func hint(for name: String, among candidates: some Sequence<String>) -> String {
        KnownNames(candidates).hint(for: name)
    }
}

/// Known names, prepared once for the hints of several messages.
public struct KnownNames: Sendable {
    /// Longer names are not compared.
    private static let longest = 64
    /// How many known names a message lists.
    private static let most = 60

    private let names: [(name: String, lowered: [UInt8])]

    /// Prepares names.
    public init(_ names: some Sequence<String>) { self.names = names.map { ($0, Array($0.lowercased().utf8)) } }

    /// The known name that was probably meant, as ``NearName/suggestion(for:among:)`` finds it.
    public func suggestion(for name: String) -> String? {
        guard name.utf8.count <= Self.longest else { return nil }
        let limit = max(1, min(3, name.count / 3 + 1))
        let wanted = Array(name.lowercased().utf8)
        var nearest: (distance: Int, name: String)?
        // Letters that are missing or too many are errors as well.
        for known in names where abs(known.lowered.count - wanted.count) <= limit {
            let distance = Self.distance(wanted, known.lowered)
            guard distance <= limit else { continue }
            if let best = nearest, (best.distance, best.name) <= (distance, known.name) { continue }
            nearest = (distance, known.name)
        }
        return nearest?.name
    }

    /// The end of a message, as ``NearName/hint(for:among:)`` writes it.
    public func hint(for name: String) -> String {
        if let near = suggestion(for: name) { return "; did you mean `\(near)`?" }
        guard !names.isEmpty else { return "" }
        return "; known: \(names.map(\.name).sorted().prefix(Self.most).joined(separator: ", "))"
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
