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
    /// How often a claim is tried while others of the same user are written.
    private static let attempts = 20

    private let store: any ClaimPorts
    private let encryption: PayloadEncryption
    private let metrics: PipelineMetrics
    private let now: @Sendable () -> Timestamp

    init(
        store: any ClaimPorts,
        encryption: PayloadEncryption,
        metrics: PipelineMetrics,
        now: @escaping @Sendable () -> Timestamp
    ) {
        self.store = store
        self.encryption = encryption
        self.metrics = metrics
        self.now = now
    }

    /// Notes a claim for the audit log, once for each notification and action, and as much of a user a day as ``ClaimUse`` says; the
    /// rest is counted.
    /// - Parameters:
    ///   - claim: what happened; its words are in `details`.
    ///   - details: what else the client says.
    ///   - user: who claims it.
    ///   - app: the app.
    /// - Returns: `false` when the notification is not the user's.
    /// - Throws: ``StoreError``, `erased` for a user who was erased meanwhile.
    public func add(_ claim: AuditClaim, details: [String: JSONValue], of user: UserID, app: AppID) async throws -> Bool
    {
        if let id = claim.notification {
            guard try await store.item(id, of: user, app: app, includesHidden: true) != nil else { return false }
        } else {
            guard try await store.user(user, app: app) != nil else { return false }
        }
        let secret = try await secret(of: user, app: app)
        var words: [UInt8] = []
        if !details.isEmpty {
            var json = JSONWriter(reserving: 256)
            json.value(.object(details))
            words = json.bytes
        }
        var sealed = claim
        if !words.isEmpty { sealed.sealed = try secret.seal(words) }
        metrics.claimed(try await write(claim, sealed, words: words.count, of: user, app: app), app: app)
        return true
    }

    /// Writes a claim, with its words where they fit.
    private func write(
        _ claim: AuditClaim,
        _ sealed: AuditClaim,
        words: Int,
        of user: UserID,
        app: AppID
    ) async throws -> ClaimOutcome {
        for _ in 0..<Self.attempts {
            let (instant, use) = (now(), try await store.claimUse(of: user, app: app))
            guard let (next, keepsWords) = use.adding(words, at: instant) else { return .overLimit }
            let count = Change.countClaim(
                ClaimChange(of: user, claim.action, claim.notification, from: use, to: next)
            )
            let note = Change.note(.auditClaimed, (keepsWords ? sealed : claim).note(at: instant), about: user)
            if try await store.applies([count, note], to: app) { return .stored }
            // Where the use is what it was, it is the claim that is known.
            if try await store.claimUse(of: user, app: app) == use { return .duplicate }
        }
        return .overLimit
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
