package import Foundation
package import Logging
import PealCore
import PealCrypto

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
        return texts.compactMap { try? RootKey(base64: $0) } + previous
    }

    /// Keys that earlier rotations replaced, for a database that was restored from a backup.
    var previous: [RootKey] { RootKeyArchive(of: source)?.entries().map(\.key) ?? [] }

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
    /// - Parameters:
    ///   - records: the wrapped data keys.
    ///   - noted: the fingerprint of the root key that the database says it needs.
    /// - Returns: the root key.
    /// - Throws: ``CryptoError`` when no key opens them all, ``ServerError`` when one cannot be read.
    func resolve(_ records: [DataKeyRecord], noted: String? = nil) throws -> RootKey {
        let (text, origin) = try source.read()
        let configured = try RootKey(base64: text)
        let next = try next()
        do {
            try Self.check(configured, records)
            if next != nil { try DurableFile.remove(nextFile) }
            return configured
        } catch let error as CryptoError {
            if let next, let key = try? RootKey(base64: next), (try? Self.check(key, records)) != nil {
                complete(text, next, origin)
                return key
            }
            if let key = previous.first(where: { (try? Self.check($0, records)) != nil }) {
                logger.notice(
                    "the database is a backup from before a rotation: it is read with the root key of that time",
                    metadata: ["key": "\(key.fingerprint)", "current": "\(configured.fingerprint)"]
                )
                return key
            }
            throw explained(error, noted, configured)
        }
    }

    /// Names the key that is needed, where the database says it.
    private func explained(_ error: CryptoError, _ noted: String?, _ configured: RootKey) -> CryptoError {
        guard let noted, noted != configured.fingerprint else { return error }
        let advice = RootKeyArchive(of: source).map { ", or add it to \($0.file.path)" } ?? ""
        return CryptoError(
            error.code,
            "this database needs root key \(noted), and the configuration has \(configured.fingerprint): set \(noted) again; a "
                + "restored backup needs the key it was made with\(advice)"
        )
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
