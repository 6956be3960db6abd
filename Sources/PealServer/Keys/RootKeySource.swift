package import Foundation
import PealCatalog
import PealCore
import PealWire

/// Where the root key stands: in the configuration file, in a file it names, or in the environment.
///
/// Looked up in the order of the configuration, so that both always speak of the same key.
package struct RootKeySource: Sendable {
    /// Where a key was found.
    package enum Origin: Sendable, Equatable {
        /// In a variable, which only who starts the server can set.
        case environment(String)
        /// Alone in a file.
        case file(URL)
        /// In the configuration file.
        case configuration(URL)
    }

    /// The configuration file.
    let configuration: URL
    /// The environment of the process.
    let environment: [String: String]

    package init(configuration path: String, environment: [String: String]) {
        configuration = URL(filePath: path)
        self.environment = environment
    }

    /// The key as it stands now, in base64.
    package func read() throws(ServerError) -> (text: String, origin: Origin) {
        let written = try settings()
        if let named = environment["PEAL_ROOT_KEY_FILE"] ?? written["rootKeyFile"]?.string {
            let file =
                named.hasPrefix("/")
                ? URL(filePath: named) : configuration.deletingLastPathComponent().appending(path: named)
            return (try text(of: file).trimmingCharacters(in: .whitespacesAndNewlines), .file(file))
        }
        if let text = environment["PEAL_ROOT_KEY"] { return (text, .environment("PEAL_ROOT_KEY")) }
        if let text = written["rootKey"]?.string { return (text, .configuration(configuration)) }
        throw ServerError(.keys, "no root key; run `peal init`, or set rootKey or rootKeyFile")
    }

    /// Puts a new key where the old one stands; on disk when it returns.
    func replace(_ old: String, with new: String) throws(ServerError) {
        if let (file, text) = try replacement(of: old, with: new) { try DurableFile.put(text, at: file) }
    }

    /// Finds out whether the key can be replaced, before anything is changed.
    func checkReplaceable(_ old: String) throws(ServerError) {
        guard let (file, _) = try replacement(of: old, with: old) else { return }
        let folder = file.resolvingSymlinksInPath().deletingLastPathComponent().path
        guard FileManager.default.isWritableFile(atPath: folder) else {
            throw ServerError(.keys, "cannot replace \(file.path): \(folder) is not writable")
        }
    }

    /// The file the key stands in and its whole new text; `nil` when it stands in none.
    private func replacement(of old: String, with new: String) throws(ServerError) -> (file: URL, text: String)? {
        switch try read().origin {
        case .environment: return nil
        case .file(let file): return (file, new + "\n")
        case .configuration(let file):
            var lines = try text(of: file).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
            let found = lines.indices.filter { lines[$0].hasPrefix("rootKey:") && lines[$0].contains(old) }
            guard let line = found.first, found.count == 1, let range = lines[line].range(of: old) else {
                throw ServerError(
                    .keys,
                    "cannot find the root key in \(file.path); write it as `rootKey: \"…\"` on one line"
                )
            }
            lines[line].replaceSubrange(range, with: new)
            return (file, lines.joined(separator: "\n"))
        }
    }

    private func settings() throws(ServerError) -> [String: JSONValue] {
        guard FileManager.default.fileExists(atPath: configuration.path) else { return [:] }
        let text = try text(of: configuration)
        if let fault = YAMLFault.find(in: text) {
            throw ServerError(.configuration, "\(configuration.path):\(fault)")
        }
        do {
            return try JSONParser.parse(YAMLDocument.json([UInt8](text.utf8))).object ?? [:]
        } catch {
            // The cause may quote a secret.
            throw ServerError(.configuration, "\(configuration.path) is not valid YAML")
        }
    }

    private func text(of file: URL) throws(ServerError) -> String {
        do {
            return try String(contentsOf: file, encoding: .utf8)
        } catch {
            throw ServerError(.keys, "cannot read \(file.path): \(PlainReason.of(error))")
        }
    }
}
