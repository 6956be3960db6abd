/// The first lines of a generated file: what made it, and from what.
enum ClientHeader {
    /// How the line begins that has the hash of the catalog.
    private static let hashPrefix = "SHA-256 of the catalog: "

    /// The lines, without the marks of a comment.
    static func lines(_ description: ClientDescription, _ language: ClientLanguage) -> [String] {
        [
            "What the backend of the app `\(description.app)` calls Peal with: a function for each notification type.",
            "Made by `peal generate \(language.rawValue)`; change the catalog, and not this file.",
            hashPrefix + description.catalogHash,
        ]
    }

    /// The lines of a file, with the hash left out: a change that changes no function, such as of a translation, changes no line.
    static func comparable(_ text: String) -> [Substring] {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            line.firstRange(of: hashPrefix).map { line[..<$0.upperBound] } ?? line
        }
    }
}
