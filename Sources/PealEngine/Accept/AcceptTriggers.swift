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
    private let turns: AcceptTurns

    /// Plans that are made when others change the same all the time.
    private static let attempts = 20
    /// Plans after which others that could change the same have to wait.
    private static let freeAttempts = 2

    /// Wires the use case; those that share `turns` wait for each other when they have to.
    package init(store: any AcceptPorts, turns: AcceptTurns = AcceptTurns()) {
        self.store = store
        self.turns = turns
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
        // What asks for nothing that others change has nobody to wait for.
        if submissions.contains(where: { $0.claim != nil || $0.limits != nil }) { await turns.wait(app) }
        for number in 0..<Self.freeAttempts {
            // A single claim is free nearly always; a request of many that fails costs more than reading first.
            let presumes = number == 0 && submissions.count == 1
            if let done = try await attempt(submissions, app: app, answer, presumesFreeClaims: presumes) { return done }
        }
        return try await turns.hold(app) {
            for _ in Self.freeAttempts..<Self.attempts {
                if let done = try await attempt(submissions, app: app, answer, presumesFreeClaims: false) {
                    return done
                }
            }
            throw StoreError(.overloaded, "the claims or sender limits of a trigger change all the time")
        }
    }

    /// Whether requests of an app may have to wait for one that goes first.
    func isTurnHeld(of app: AppID) -> Bool { turns.isHeld(app) }

    /// What a submission would come to; nothing is stored.
    func preview(_ submission: TriggerSubmission) async throws -> AcceptPlan? {
        try await plan([submission], app: submission.trigger.app, AcceptFacts()).plans.first
    }

    /// Plans and applies once; `nil` when something changed meanwhile.
    private func attempt(
        _ submissions: [TriggerSubmission],
        app: AppID,
        _ answer: IdempotentAnswer<[TriggerAcceptance]>?,
        presumesFreeClaims: Bool
    ) async throws -> [TriggerAcceptance]? {
        let plans = try await plan(submissions, app: app, AcceptFacts(presumesFreeClaims: presumesFreeClaims))
        var changes = plans.changes(for: submissions)
        let isRefused = plans.outcomes.allSatisfy { if case .refused = $0 { true } else { false } }
        // A refusal writes nothing that finds a held claim; what was told already is a duplicate, not a refusal.
        if presumesFreeClaims, isRefused, submissions.contains(where: { $0.claim != nil }) { return nil }
        if let answer, !isRefused, let now = submissions.first?.trigger.acceptedAt {
            changes.append(.storeAnswer(answer.key, answer.make(plans.outcomes), at: now))
        }
        let results = try await store.apply([ChangeGroup(app: app, changes)])
        return results.allSatisfy(\.isApplied) ? plans.outcomes : nil
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
