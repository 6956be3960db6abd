import Foundation
import PealCrypto

/// The keys of a sandbox's data directory, made on first use, so that it can be opened again.
struct SandboxSecrets {
    let rootKey: RootKey
    let jwtSecret: String

    static func load(directory: String) throws -> SandboxSecrets {
        let folder = URL(filePath: directory)
        try FileManager.default.createDirectory(
            at: folder,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        return SandboxSecrets(
            rootKey: try RootKey(base64: try secret("sandbox-root.key", in: folder)),
            jwtSecret: try secret("sandbox-jwt.key", in: folder)
        )
    }

    private static func secret(_ name: String, in folder: URL) throws -> String {
        let file = folder.appending(path: name)
        if let known = try? String(contentsOf: file, encoding: .utf8) { return known }
        let fresh = RootKey.generate()
        guard
            FileManager.default.createFile(
                atPath: file.path,
                contents: Data(fresh.utf8),
                attributes: [.posixPermissions: 0o600]
            )
        else { throw ServerError(.data, "\(file.path) cannot be written; check who may write there") }
        return fresh
    }
}
