public import PealCore
public import PealStore

extension CatalogStore where Self: ChangeStore {
    /// Publishes a file, unless the last version that came from a file has the same hash; what is in force then, and whether it is new.
    public func publish(
        app: AppID,
        fileHash: [UInt8],
        yaml: String,
        now: Timestamp
    ) async throws -> (record: CatalogRecord, isNew: Bool) {
        try await applyPlanned(to: app) { _ in
            let plan = try await catalogFacts(of: app, asking: nil).publishing(file: yaml, hash: fileHash, at: now)
            return (plan.changes, (plan.record, !plan.changes.isEmpty))
        }
    }

    /// Keeps a text as a new version, in force immediately or as a draft; what became of it.
    public func keep(_ text: CatalogText, app: AppID, now: Timestamp) async throws -> CatalogKeeping {
        try await applyPlanned(to: app) { _ in
            let plan = try await catalogFacts(of: app, asking: nil).keeping(text, at: now)
            return (plan.changes, plan.keeping)
        }
    }

    /// Puts a draft in force (R117); `nil` when the app has no version of that number.
    public func publishDraft(
        _ version: Int,
        app: AppID,
        reviewedBy: String,
        now: Timestamp
    ) async throws -> CatalogKeeping? {
        try await applyPlanned(to: app) { _ in
            let facts = try await catalogFacts(of: app, asking: version)
            guard let plan = facts.publishingDraft(reviewedBy: reviewedBy, at: now) else { return ([], nil) }
            return (plan.changes, plan.keeping)
        }
    }
}
