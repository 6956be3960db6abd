import PealCore
import PealStore

/// Checks the triggers of a request against the directory, which is read once for all of them.
struct DirectoryReview: Sendable {
    let store: any TriggerStore
    let catalog: Catalog

    func verdicts(on submissions: [TriggerSubmission]) async throws -> [DirectoryCheck.Verdict] {
        let check = DirectoryCheck(catalog: catalog)
        let facts = try await store.directoryFacts(check.needs(of: submissions), app: catalog.app)
        return check.check(submissions, facts)
    }
}
