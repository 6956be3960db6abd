public import PealCore
public import PealStore

/// Accepts triggers: checks them against their catalog, puts them on disk, wakes fan-out (design §2, Intake).
public struct TriggerIntake: Sendable {
    private let store: any TriggerStore & FanOutStore
    private let catalogs: CatalogRegistry
    private let vault: DataVault
    private let ids: IDGenerator
    private let now: @Sendable () -> Timestamp
    private let gate: BacklogGate
    private let wake: WakeSignal
    private let metrics: PipelineMetrics
    private let preview: DecisionPreview
    private let crash: CrashPoints

    /// Wires the intake.
    public init(
        store: any TriggerStore & FanOutStore,
        catalogs: CatalogRegistry,
        vault: DataVault,
        ids: IDGenerator,
        now: @escaping @Sendable () -> Timestamp,
        gate: BacklogGate,
        wake: WakeSignal,
        metrics: PipelineMetrics,
        preview: DecisionPreview,
        crash: CrashPoints
    ) {
        self.store = store
        self.catalogs = catalogs
        self.vault = vault
        self.ids = ids
        self.now = now
        self.gate = gate
        self.wake = wake
        self.metrics = metrics
        self.preview = preview
        self.crash = crash
    }

    /// Accepts drafts in one transaction.
    ///
    /// When it returns, what it accepted is on disk.
    ///
    /// Each draft stands alone: one with problems does not keep the others out.
    /// - Parameters:
    ///   - drafts: at most 1,000.
    ///   - app: the app whose key was used.
    ///   - answer: makes the idempotent answer from all results, stored in the same transaction; not stored when no
    ///     draft was accepted.
    /// - Returns: one result a draft, in their order.
    /// - Throws: what the store says when it cannot write; then nothing was accepted.
    public func submit(
        _ drafts: [TriggerDraft],
        app: AppID,
        answer: IdempotentAnswer<[Result<TriggerAcceptance, IntakeProblem>]>? = nil
    ) async throws -> [Result<TriggerAcceptance, IntakeProblem>] {
        guard let catalog = catalogs.inForce(app) else { throw MissingCatalog(app: app) }
        let instant = now()
        var submissions: [TriggerSubmission] = []
        var outcomes: [Result<Int, IntakeProblem>] = []
        for draft in drafts {
            do throws(IntakeProblem) {
                try gate.admit(priority: catalog.type(draft.type)?.priority.fallback ?? .normal)
                var check = DraftCheck(catalog: catalog, draft: draft)
                let (trigger, claim) = try check.run(id: ids.make(), now: instant)
                let sealed = try sealing(trigger)
                outcomes.append(.success(submissions.count))
                submissions.append(
                    TriggerSubmission(
                        trigger: trigger,
                        sealedData: sealed,
                        entities: draft.entities,
                        claim: claim
                    )
                )
            } catch {
                metrics.rejectedTriggers.increment()
                outcomes.append(.failure(error))
            }
        }
        guard !submissions.isEmpty else { return Self.merge(outcomes, []) }
        let results = outcomes
        let stored = answer.map { answer in
            IdempotentAnswer<[TriggerAcceptance]>(key: answer.key) { answer.make(Self.merge(results, $0)) }
        }
        crash.pass(.beforeAccept)
        let acceptances = try await store.accept(submissions, answer: stored)
        crash.pass(.afterAccept)
        for acceptance in acceptances {
            switch acceptance {
            case .accepted: metrics.acceptedTriggers.increment()
            case .duplicate: metrics.duplicateTriggers.increment()
            }
        }
        gate.add(acceptances.count)
        wake.fire()
        return Self.merge(outcomes, acceptances)
    }

    /// What would be decided, storing nothing.
    public func dryRun(_ draft: TriggerDraft, app: AppID) async throws -> Result<DecisionPreview.Answer, IntakeProblem>
    {
        guard let catalog = catalogs.inForce(app) else { throw MissingCatalog(app: app) }
        let trigger: Trigger
        do throws(IntakeProblem) {
            var check = DraftCheck(catalog: catalog, draft: draft)
            trigger = try check.run(id: ids.make(), now: now()).0
        } catch {
            return .failure(error)
        }
        return .success(try await preview.run(trigger, catalog: catalog, entities: draft.entities))
    }

    private func sealing(_ trigger: Trigger) throws(IntakeProblem) -> [UInt8] {
        do {
            return try vault.seal(trigger.data, app: trigger.app, trigger: trigger.id)
        } catch {
            throw IntakeProblem(code: .invalid, details: [.init(detail: "data cannot be stored", pointer: "/data")])
        }
    }

    private static func merge(
        _ outcomes: [Result<Int, IntakeProblem>],
        _ acceptances: [TriggerAcceptance]
    ) -> [Result<TriggerAcceptance, IntakeProblem>] {
        outcomes.map { outcome in outcome.map { acceptances[$0] } }
    }
}

/// An app whose catalog is not loaded: its key should not have been accepted.
public struct MissingCatalog: Error, Sendable {
    /// The app.
    public let app: AppID
}
