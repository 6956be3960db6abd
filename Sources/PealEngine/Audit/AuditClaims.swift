import Foundation
public import PealCore
import PealCrypto
public import PealStore

/// The ports that claims are written and read with.
public typealias ClaimPorts = AuditStore & ChangeStore & DirectoryStore & InboxStore

/// Takes what clients claim about their notifications (S0.API-9, R149), and reads it again.
///
/// What a client adds in words is sealed with a key of the user, which an erasure deletes; the entry stays.
public struct AuditClaims: Sendable {
    private let store: any ClaimPorts
    private let encryption: PayloadEncryption
    private let now: @Sendable () -> Timestamp

    init(store: any ClaimPorts, encryption: PayloadEncryption, now: @escaping @Sendable () -> Timestamp) {
        self.store = store
        self.encryption = encryption
        self.now = now
    }

    /// Notes a claim for the audit log.
    /// - Parameters:
    ///   - claim: what happened; its words are in `details`.
    ///   - details: what else the client says.
    ///   - user: who claims it.
    ///   - app: the app.
    /// - Returns: `false` when the notification is not the user's.
    /// - Throws: ``StoreError``, `erased` for a user who was erased meanwhile.
    public func add(_ claim: AuditClaim, details: [String: JSONValue], of user: UserID, app: AppID) async throws -> Bool
    {
        var claim = claim
        if let id = claim.notification {
            guard try await store.item(id, of: user, app: app, includesHidden: true) != nil else { return false }
        } else {
            guard try await store.user(user, app: app) != nil else { return false }
        }
        if !details.isEmpty {
            var json = JSONWriter(reserving: 256)
            json.value(.object(details))
            claim.sealed = try await secret(of: user, app: app).seal(json.bytes)
        }
        let note = Change.note(.auditClaimed, claim.note(at: now()), about: user)
        _ = try await store.apply([ChangeGroup(app: app, [note])])
        return true
    }

    /// What a client added in words to the claim of an entry, as JSON; `nil` for an entry without, and once the user was erased.
    public func details(of entry: StoredAuditEntry, app: AppID) async throws -> [UInt8]? {
        guard let user = entry.user, let leaf = try? JSONDecoder().decode(Leaf.self, from: Data(entry.leaf)),
            let sealed = leaf.actionPayload?["sealed"], leaf.source == AuditEntry.Source.client.rawValue,
            let stored = try await store.auditSecret(of: user, app: app)
        else { return nil }
        return try open(stored, user, app).open(sealed)
    }

    private struct Leaf: Decodable {
        var source: String
        var actionPayload: [String: String]?
    }

    private func secret(of user: UserID, app: AppID) async throws -> UserSecret {
        if let stored = try await store.auditSecret(of: user, app: app) { return try open(stored, user, app) }
        let sealed = try encryption.seal(UserSecret.generate().bytes, .auditSecret(user), app: app)
        _ = try await store.apply([ChangeGroup(app: app, [.keepAuditSecret(sealed, of: user)])])
        // Another claim may have been first.
        guard let stored = try await store.auditSecret(of: user, app: app) else {
            throw StoreError(.erased, "the user was erased")
        }
        return try open(stored, user, app)
    }

    private func open(_ stored: [UInt8], _ user: UserID, _ app: AppID) throws -> UserSecret {
        UserSecret(bytes: try encryption.open(stored, .auditSecret(user), app: app))
    }
}
