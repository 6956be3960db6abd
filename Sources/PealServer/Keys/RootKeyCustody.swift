package import Foundation
package import Logging
import PealCrypto
import PealStore

/// Keeps the root key and the wrapped data keys together, also when a rotation was cut short.
///
/// A rotation writes the new key to `root.key.next` in the data directory, wraps the data keys anew in one transaction,
/// puts the new key in place of the old, and removes the file: at every moment one of the two opens everything.
package struct RootKeyCustody: Sendable {
    package let source: RootKeySource
    let directory: URL
    let logger: Logger

    package init(source: RootKeySource, directory: URL, logger: Logger) {
        self.source = source
        self.directory = directory
        self.logger = logger
    }

    /// The new key of a rotation that is under way or was cut short.
    package var nextFile: URL { directory.appending(path: "root.key.next") }

    /// The keys that may open a data key at this moment, the likeliest first.
    func candidates() throws -> [RootKey] {
        let texts = [try source.read().text] + [try next()].compactMap { $0 }
        return texts.compactMap { try? RootKey(base64: $0) }
    }

    /// The key of a rotation that has not come to its end.
    func next() throws(ServerError) -> String? {
        guard FileManager.default.fileExists(atPath: nextFile.path) else { return nil }
        guard let text = try? String(contentsOf: nextFile, encoding: .utf8) else {
            throw ServerError(.keys, "cannot read \(nextFile.path); check its permissions")
        }
        return text
    }

    /// The root key that opens all data keys, completing a rotation that was cut short.
    ///
    /// To be called under the key lock.
    /// - Throws: ``CryptoError`` when neither key opens them all, ``ServerError`` when one cannot be read.
    func resolve(_ records: [DataKeyRecord]) throws -> RootKey {
        let (text, origin) = try source.read()
        let configured = try RootKey(base64: text)
        let next = try next()
        do {
            try Self.check(configured, records)
            if next != nil { try DurableFile.remove(nextFile) }
            return configured
        } catch let error as CryptoError {
            guard let next, let key = try? RootKey(base64: next), (try? Self.check(key, records)) != nil else {
                throw error
            }
            complete(text, next, origin)
            return key
        }
    }

    /// Puts the new key where the old one stands; the server starts with it in any case.
    private func complete(_ old: String, _ new: String, _ origin: RootKeySource.Origin) {
        if case .environment(let variable) = origin {
            logger.warning(
                "the root key was rotated, but the environment has the old one; set the new one",
                metadata: ["variable": "\(variable)", "file": "\(nextFile.path)"]
            )
            return
        }
        do {
            try source.replace(old, with: new)
            try DurableFile.remove(nextFile)
            logger.warning("completed an interrupted rotation of the root key")
        } catch {
            logger.warning(
                "cannot complete an interrupted rotation of the root key; replace the old key with the new one",
                metadata: ["file": "\(nextFile.path)", "error": "\(error)"]
            )
        }
    }

    private static func check(_ key: RootKey, _ records: [DataKeyRecord]) throws(CryptoError) {
        for record in records { _ = try key.unwrap(record.wrapped, app: record.app, version: record.version) }
    }
}
