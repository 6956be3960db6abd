public import PealCore
import PealCrypto
import PealStore

extension AuditLog {
    /// Signs a checkpoint of each log that has grown since its last one.
    /// - Returns: the checkpoints; none without a key.
    /// - Throws: ``StoreError``, or what signing throws.
    func checkpoint() async throws -> [SignedCheckpoint] {
        guard let key else { return [] }
        var signed: [SignedCheckpoint] = []
        for app in try await store.appsToCheckpoint() {
            let tree = try await store.auditTree(of: app)
            guard let frontier = MerkleFrontier(size: tree.size, bytes: tree.frontier) else {
                throw StoreError(.corrupt, "the audit log of \(app) has another size than its tree")
            }
            let checkpoint = AuditCheckpoint(app: app, size: tree.size, root: frontier.root, at: max(now(), tree.at))
            let note = try SignedCheckpoint(checkpoint, by: key)
            let stored = StoredCheckpoint(
                size: tree.size,
                at: checkpoint.at,
                text: note.text,
                key: key.verification.text,
                frontier: tree.frontier,
                last: tree.last
            )
            // Another one of that size or more is as good.
            let result = try await store.apply([ChangeGroup(app: app, [.addCheckpoint(stored)])]).first
            if result?.isApplied ?? false { signed.append(note) }
        }
        return signed
    }

    /// Checkpoints of an app, the newest first.
    public func checkpoints(of app: AppID, below size: Int? = nil, limit: Int) async throws -> [StoredCheckpoint] {
        try await store.auditCheckpoints(of: app, below: size, limit: limit)
    }
}
