import PealCore
import PealCrypto
import PealServer

/// What `peal generate` writes for the text of a catalog, and what it says of a file that was written before.
struct GenerateRun {
    /// The language of the file.
    let language: ClientLanguage
    /// The path of the catalog, as the user wrote it.
    let catalogPath: String
    /// The whole file.
    let text: String

    /// Renders a catalog.
    /// - Parameters:
    ///   - language: the language of the file.
    ///   - catalog: what the text declares.
    ///   - yaml: the text, for its hash.
    ///   - path: the path of the catalog.
    init(_ language: ClientLanguage, catalog: Catalog, yaml: String, path: String) {
        self.language = language
        catalogPath = path
        let hash = Digest.sha256(Array(yaml.utf8)).map { byte in
            String(decoding: [Hexadecimal.digit(byte >> 4), Hexadecimal.digit(byte & 15)], as: UTF8.self)
        }
        text = language.file(for: ClientDescription(catalog, hash: hash.joined()))
    }

    /// Compares with the text of a file.
    /// - Throws: an error that says how to write the file again, when it differs in more than the hash of the catalog.
    func check(_ written: String, file: String) throws(ServerError) {
        let old = ClientHeader.comparable(written)
        let new = ClientHeader.comparable(text)
        guard old != new else { return }
        let line = zip(old, new).prefix { $0 == $1 }.count + 1
        throw ServerError(
            .catalogs,
            "\(file) does not match \(catalogPath), from line \(line) on; write it again: \(command(file))"
        )
    }

    /// The command that writes a file.
    func command(_ file: String) -> String {
        "peal generate \(language.rawValue) \(Self.quoted(catalogPath)) --out \(Self.quoted(file))"
    }

    /// A word as a shell reads it.
    private static func quoted(_ word: String) -> String {
        if !word.isEmpty, word.isASCIIAlphanumeric(or: "/._-+@%,:=") { return word }
        return "'\(word.replacing("'", with: "'\\''"))'"
    }
}
