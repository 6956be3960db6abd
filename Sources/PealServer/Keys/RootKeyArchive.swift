package import Foundation
package import PealCore
package import PealCrypto

/// The root keys that rotations replaced: `root-keys.previous`, next to the file in which the root key stands.
///
/// A backup needs the root key of its time. Whoever may read the file in which the root key stands may read this one, and nobody
/// else.
package struct RootKeyArchive: Sendable {
    /// A key that was replaced.
    package struct Entry: Sendable {
        /// When it was replaced: backups until then need it.
        package var until: Timestamp
        /// The key, in base64.
        var text: String
        /// The key.
        package var key: RootKey
    }

    static let name = "root-keys.previous"
    private static let heading =
        "# Root keys that were replaced: until when, fingerprint, key. Backups from before need them."

    package let file: URL

    /// The archive of a root key; `nil` for a key in the environment, which its operator keeps.
    package init?(of source: RootKeySource) {
        guard let origin = try? source.read().origin else { return nil }
        switch origin {
        case .environment: return nil
        case .file(let file), .configuration(let file):
            self.file = file.resolvingSymlinksInPath().deletingLastPathComponent().appending(path: Self.name)
        }
    }

    /// The keys, those that were replaced last first; none where there is no file.
    ///
    /// Lines that are not a key are left out.
    package func entries() -> [Entry] {
        guard let text = try? String(contentsOf: file, encoding: .utf8) else { return [] }
        return text.split(separator: "\n").compactMap { line -> Entry? in
            let words = line.split(separator: " ").map(String.init)
            guard words.count == 3, let until = Timestamp(rfc3339: words[0]), let key = try? RootKey(base64: words[2])
            else {
                return nil
            }
            return Entry(until: until, text: words[2], key: key)
        }.reversed()
    }

    /// Keeps keys, on disk when it returns; one that is kept already counts as replaced now.
    func keep(_ texts: [String], until now: Timestamp) throws(ServerError) {
        // What an interrupted rotation kept was in use for longer.
        let kept = entries().filter { !texts.contains($0.text) }.reversed()
        var lines = kept.map { Self.line($0.until, $0.key, $0.text) }
        for text in texts {
            if let key = try? RootKey(base64: text) { lines.append(Self.line(now, key, text)) }
        }
        try DurableFile.put(([Self.heading] + lines).joined(separator: "\n") + "\n", at: file)
    }

    private static func line(_ until: Timestamp, _ key: RootKey, _ text: String) -> String {
        "\(until.rfc3339) \(key.fingerprint) \(text.trimmingCharacters(in: .whitespacesAndNewlines))"
    }
}
