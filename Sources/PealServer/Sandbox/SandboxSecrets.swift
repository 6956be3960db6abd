import Foundation
import PealCrypto

/// The keys of a sandbox's data directory, made on first use, so that it can be opened again.
struct SandboxSecrets {
    let rootKey: RootKey
    let jwtSecret: String

    static func load(directory: URL) throws -> SandboxSecrets {
        SandboxSecrets(
            rootKey: try RootKey(base64: try secret("sandbox-root.key", in: directory)),
            jwtSecret: try secret("sandbox-jwt.key", in: directory)
        )
    }

    private static func secret(_ name: String, in folder: URL) throws -> String {
        let file = folder.appending(path: name)
        if let known = try? String(contentsOf: file, encoding: .utf8) { return known }
        let fresh = RootKey.generate()
        try DurableFile.create(fresh, at: file)
        return fresh
    }
}
