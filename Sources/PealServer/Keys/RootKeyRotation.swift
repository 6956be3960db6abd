package import Foundation
import PealCore
import PealCrypto
import PealEngine
package import PealStore

/// Replaces the root key; safe while a server is running.
package struct RootKeyRotation {
    /// What has been done; a crash may come after each.
    package enum Step: CaseIterable {
        case begun, written, rewrapped, replaced
    }

    /// What is left to do.
    package enum Outcome: Equatable {
        /// Nothing: the new key stands in a file.
        case replaced(URL)
        /// The operator sets a variable to the new key.
        case toBeSet(variable: String, key: String)
    }

    let custody: RootKeyCustody
    let store: any KeyStore & ChangeStore
    /// The operator, where that is known.
    let actor: String?
    private let clock = SystemClock()
    /// Called after each step.
    private let passed: @Sendable (Step) throws -> Void

    package init(
        custody: RootKeyCustody,
        store: any KeyStore & ChangeStore,
        by actor: String? = nil,
        passed: @escaping @Sendable (Step) throws -> Void = { _ in }
    ) {
        self.custody = custody
        self.store = store
        self.actor = actor
        self.passed = passed
    }

    /// Rotates the key.
    package func rotate() async throws -> Outcome {
        let lock = try await KeyLock.acquire(directory: custody.directory)
        defer { lock.release() }
        let noted = try await store.rootKeyFingerprint()
        let old = try custody.resolve(try await store.dataKeys(), noted: noted)
        guard try custody.next() == nil else {
            throw ServerError(
                .keys,
                "the last rotation is not complete; replace the root key with the one in \(custody.nextFile.path)"
            )
        }
        let (text, origin) = try custody.source.read()
        try custody.source.checkReplaceable(text)
        let freshText = RootKey.generate()
        let fresh = try RootKey(base64: freshText)
        // Before anything else: from here on backups of until now could not be read any more.
        try RootKeyArchive(of: custody.source)?.keep([text], until: clock.now)
        try passed(.begun)
        try DurableFile.put(freshText, at: custody.nextFile)
        try passed(.written)
        _ = try await store.rewrapDataKeys(by: actor, at: clock.now) { record in
            let key = try old.unwrap(record.wrapped, app: record.app, version: record.version)
            return try fresh.wrap(key, app: record.app, version: record.version)
        }
        try await store.noteRootKey(fresh.fingerprint)
        try passed(.rewrapped)
        switch origin {
        case .environment(let variable):
            // The file stays until the server was started with the new key: if the printed one is lost, all is lost.
            return .toBeSet(variable: variable, key: freshText)
        case .file(let file), .configuration(let file):
            try custody.source.replace(text, with: freshText)
            try passed(.replaced)
            try DurableFile.remove(custody.nextFile)
            return .replaced(file)
        }
    }
}
