package import Foundation
package import PealCrypto

/// The key that signs checkpoints of audit logs: `audit.key` in the data directory, made at the first start.
///
/// Another key in its place signs from the next start on; earlier checkpoints are verified with the key they name.
package struct AuditKeyFile {
    let file: URL

    static let name = "audit.key"

    package init(in directory: URL) { file = directory.appending(path: Self.name) }

    /// Reads the key, or makes it.
    /// - Throws: ``ServerError``, or `CryptoError` for a file that is not a key.
    func load() throws -> AuditKey {
        if !FileManager.default.fileExists(atPath: file.path) { try DurableFile.create(AuditKey.generate(), at: file) }
        return try read()
    }

    /// Reads the key.
    /// - Throws: ``ServerError`` when there is none.
    package func read() throws -> AuditKey {
        guard let text = try? String(contentsOf: file, encoding: .utf8) else {
            throw ServerError(.keys, "cannot read \(file.path); `peal serve` makes it at its first start")
        }
        return try AuditKey(base64: text)
    }
}
