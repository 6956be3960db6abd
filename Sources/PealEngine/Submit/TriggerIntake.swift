public import PealCore
public import PealStore

/// Accepts triggers: checks them against their catalog, puts them on disk (design §2, Intake).
public struct TriggerIntake: Sendable {
    private let store: any AcceptPorts & CancelPorts
    private let triggers: AcceptTriggers
    private let catalogs: CatalogRegistry
    private let vault: DataVault
    private let ids: IDGenerator
    private let now: @Sendable () -> Timestamp
    private let gate: BacklogGate
    private let zones: @Sendable (String) -> Zone?
    private let metrics: PipelineMetrics
    private let preview: DecisionPreview
    private let crash: CrashPoints

    /// Wires the intake.
    /// - Parameters:
    ///   - store: keeps the triggers.
    ///   - catalogs: the catalogs of all apps.
    ///   - vault: seals their data.
    ///   - ids: makes identifiers.
    ///   - now: reads the clock.
    ///   - gate: refuses when too much waits.
    ///   - zones: the rules of a zone, whose calendar sender limits count by; without them that is UTC's.
    ///   - metrics: counts.
    ///   - preview: decides without storing.
    ///   - crash: points at which a test ends the process.
    public init(
        store: any TriggerStore & CancelPorts,
        catalogs: CatalogRegistry,
        vault: DataVault,
        ids: IDGenerator,
        now: @escaping @Sendable () -> Timestamp,
        gate: BacklogGate,
        zones: @escaping @Sendable (String) -> Zone? = { _ in nil },
        metrics: PipelineMetrics,
        preview: DecisionPreview,
        crash: CrashPoints
    ) {
        self.store = store
        triggers = AcceptTriggers(store: store, catalog: catalogs.inForce)
        self.catalogs = catalogs
        self.vault = vault
        self.ids = ids
        self.now = now
        self.gate = gate
        self.zones = zones
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
        let known = try await knownEntities(of: drafts, catalog)
        let instant = now()
        var submissions: [TriggerSubmission] = []
        var outcomes: [Result<Int, IntakeProblem>] = []
        for draft in drafts {
            do throws(IntakeProblem) {
                try gate.admit(app, priority: catalog.type(draft.type)?.priority.urgency() ?? .normal)
                let submission = try submission(of: draft, catalog, known: known, now: instant)
                outcomes.append(.success(submissions.count))
                submissions.append(submission)
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
        let acceptances = try await accept(submissions, app: app, answer: stored)
        crash.pass(.afterAccept)
        for acceptance in acceptances { metrics.taken(acceptance) }
        // What is planned for later waits for its time, not for fan-out.
        gate.add(zip(acceptances, submissions).count { $0.isAccepted && $1.trigger.dueAt <= instant }, of: app)
        return Self.merge(outcomes, acceptances)
    }

    /// The entities that were put, of those that types of the drafts need to be known; most types need none.
    private func knownEntities(of drafts: [TriggerDraft], _ catalog: Catalog) async throws -> Set<EntityRef> {
        var needs = AcceptNeeds()
        for draft in drafts where catalog.type(draft.type)?.needsKnownEntity == true {
            guard let entity = draft.entity else { continue }
            needs.quota.entities.insert(entity)
        }
        guard !needs.isEmpty else { return [] }
        let places = try await store.acceptFacts(needs, app: catalog.app).quota.entities
        return Set(places.compactMap { $0.value == nil ? nil : $0.key })
    }

    private func submission(
        of draft: TriggerDraft,
        _ catalog: Catalog,
        known: Set<EntityRef>,
        now: Timestamp
    ) throws(IntakeProblem) -> TriggerSubmission {
        let isKnown = draft.entity.map { entity in
            known.contains(entity) || draft.entities.contains { $0.ref == entity }
        }
        var check = DraftCheck(catalog: catalog, draft: draft, isEntityKnown: isKnown ?? false)
        let (trigger, claim) = try check.run(id: ids.make(), now: now)
        return TriggerSubmission(
            trigger: trigger,
            sealedData: try vault.sealing(trigger),
            entities: draft.entities,
            claim: claim,
            limits: LimitCheck(of: trigger.type, in: catalog, zones: zones),
            urgency: catalog.type(trigger.type)?.priority.urgency(named: trigger.priority)
        )
    }

    /// Entities that come with triggers are planned by the schedules in force, and what they ask for no longer is
    /// withdrawn.
    private func accept(
        _ submissions: [TriggerSubmission],
        app: AppID,
        answer: IdempotentAnswer<[TriggerAcceptance]>?
    ) async throws -> [TriggerAcceptance] {
        let acceptances = try await triggers.accept(submissions, app: app, answer: answer)
        let changesEntities = submissions.contains { !$0.entities.isEmpty }
        if changesEntities, catalogs.inForce(app)?.schedules.isEmpty == false {
            try await WithdrawFirings(store: store).finish(app: app)
        }
        return acceptances
    }

    /// What would be decided, storing nothing.
    ///
    /// Sender limits are asked as well: the problem is that of the refusal (R160).
    public func dryRun(_ draft: TriggerDraft, app: AppID) async throws -> Result<DecisionPreview.Answer, IntakeProblem>
    {
        guard let catalog = catalogs.inForce(app) else { throw MissingCatalog(app: app) }
        let known = try await knownEntities(of: [draft], catalog)
        let instant = now()
        var submission: TriggerSubmission
        do throws(IntakeProblem) {
            submission = try self.submission(of: draft, catalog, known: known, now: instant)
        } catch {
            return .failure(error)
        }
        if submission.limits != nil, let plan = try await triggers.preview(submission) {
            if case .refused(let refusal) = plan.outcome { return .failure(IntakeProblem(refusal)) }
            submission.trigger = plan.trigger
        }
        return .success(try await preview.run(submission.trigger, catalog: catalog, entities: draft.entities))
    }

    private static func merge(
        _ outcomes: [Result<Int, IntakeProblem>],
        _ acceptances: [TriggerAcceptance]
    ) -> [Result<TriggerAcceptance, IntakeProblem>] {
        outcomes.map { outcome in
            outcome.flatMap { index in
                if case .refused(let refusal) = acceptances[index] { return .failure(IntakeProblem(refusal)) }
                return .success(acceptances[index])
            }
        }
    }
}

/// An app whose catalog is not loaded: its key should not have been accepted.
public struct MissingCatalog: Error, Sendable {
    /// The app.
    public let app: AppID
}
