import PealCore
import PealStore

/// Checks the triggers of a request against the directory, which is read once for all of them.
struct DirectoryReview: Sendable {
    let store: any TriggerStore
    let catalog: Catalog

    private var check: DirectoryCheck { DirectoryCheck(catalog: catalog) }

    func verdicts(on submissions: [TriggerSubmission]) async throws -> [DirectoryCheck.Verdict] {
        guard !submissions.isEmpty else { return [] }
        return verdicts(on: submissions, try await store.directoryFacts(check.needs(of: submissions), app: catalog.app))
    }

    /// The verdicts that follow from what was read, or found out while the triggers were stored.
    func verdicts(on submissions: [TriggerSubmission], _ facts: DirectoryFacts) -> [DirectoryCheck.Verdict] {
        check.check(submissions, facts)
    }

    /// The audiences to ask about while the triggers are stored; `nil` when the review has to come first.
    func questions(on submissions: [TriggerSubmission]) -> [AudienceQuestion]? {
        check.questions(of: submissions)
    }
}
