package import PealCore
package import PealStore

/// The ports that acceptances need.
package typealias AcceptPorts = TriggerStore & ChangeStore

/// Stores checked triggers: plans from facts, applies, and plans again when something changed meanwhile.
///
/// All submissions of a request are one group, so a request is stored completely or not at all, with its idempotent
/// answer. What is not needed is not read: a plain trigger is stored without reading anything.
package struct AcceptTriggers: Sendable {
    private let store: any AcceptPorts
    private let catalog: @Sendable (AppID) -> Catalog?

    /// Wires the use case.
    /// - Parameters:
    ///   - store: keeps the triggers.
    ///   - catalog: the catalog in force of an app, whose schedules entities are planned by.
    package init(store: any AcceptPorts, catalog: @escaping @Sendable (AppID) -> Catalog? = { _ in nil }) {
        self.store = store
        self.catalog = catalog
    }

    /// Stores the submissions of one request, all of one app.
    /// - Parameters:
    ///   - submissions: the triggers.
    ///   - app: their app.
    ///   - answer: makes the idempotent answer; not stored when every trigger was refused, because nothing was done then.
    /// - Returns: what each comes to, in their order; what is accepted is on disk.
    /// - Throws: ``StoreError``; then nothing of the request is stored.
    package func accept(
        _ submissions: [TriggerSubmission],
        app: AppID,
        answer: IdempotentAnswer<[TriggerAcceptance]>? = nil
    ) async throws -> [TriggerAcceptance] {
        try await accept(submissions, app: app, answer: answer, asking: []).acceptances
    }

    /// Stores the submissions of one request, and learns in the same transaction what is known of audiences.
    /// - Parameters:
    ///   - submissions: the triggers.
    ///   - app: their app.
    ///   - answer: makes the idempotent answer.
    ///   - questions: the audiences, asked about as they were before.
    /// - Returns: what each submission comes to, and what is known of the audiences.
    /// - Throws: ``StoreError``; then nothing of the request is stored.
    func accept(
        _ submissions: [TriggerSubmission],
        app: AppID,
        answer: IdempotentAnswer<[TriggerAcceptance]>?,
        asking questions: [AudienceQuestion]
    ) async throws -> (acceptances: [TriggerAcceptance], facts: DirectoryFacts) {
        let (outcomes, found) = try await store.applyAsking(to: app) { attempt in
            // A single claim is free nearly always; a request of many that fails costs more than reading first.
            let presumes = attempt == 0 && submissions.count == 1
            // Read each time: from the moment at which a publication begins to plan, the guard of older schedules fails.
            let catalog = submissions.allSatisfy(\.entities.isEmpty) ? nil : catalog(app)
            let facts = AcceptFacts(rules: catalog?.schedules ?? [], presumesFreeClaims: presumes)
            let plans = try await plan(submissions, app: app, facts)
            var changes = plans.changes(for: submissions)
            if let catalog { changes = catalog.guarding(changes) }
            let isRefused = plans.outcomes.allSatisfy { if case .refused = $0 { true } else { false } }
            if let answer, !isRefused, let now = submissions.first?.trigger.acceptedAt {
                changes.append(.storeAnswer(answer.key, answer.make(plans.outcomes), at: now))
            }
            return (questions.map(Change.ask) + changes, plans.outcomes)
        }
        var facts = DirectoryFacts()
        for case .reach(let question, let reach) in found { facts.audiences[question] = reach }
        return (outcomes, facts)
    }

    /// What a submission would come to; nothing is stored.
    func preview(_ submission: TriggerSubmission) async throws -> AcceptPlan? {
        try await plan([submission], app: submission.trigger.app, AcceptFacts()).plans.first
    }

    /// The changes that store a submission with others in one group, and count it as a trigger of its own.
    /// - Parameters:
    ///   - submission: the trigger.
    ///   - app: its app.
    /// - Returns: the changes; of a trigger that is refused those that count it.
    /// - Throws: ``StoreError``.
    func changes(for submission: TriggerSubmission, app: AppID) async throws -> [Change] {
        try await plan([submission], app: app, AcceptFacts()).changes(for: [submission])
    }

    private func plan(_ submissions: [TriggerSubmission], app: AppID, _ facts: AcceptFacts) async throws -> AcceptPlans
    {
        var facts = facts
        while true {
            switch facts.plan(submissions) {
            case .planned(let plans): return plans
            case .unknown(let needs): facts.add(try await store.acceptFacts(needs, app: app))
            }
        }
    }
}
