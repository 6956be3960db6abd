import Logging
public import PealCore
import PealStore

/// Accepts triggers: checks them against their catalog, puts them on disk (design §2, Intake).
public struct TriggerIntake: Sendable {
    private let store: any AcceptPorts & CancelPorts
    private let triggers: AcceptTriggers
    private let catalogs: CatalogRegistry
    private let encryption: PayloadEncryption
    private let ids: IDGenerator
    private let now: @Sendable () -> Timestamp
    private let gate: BacklogGate
    private let zones: @Sendable (String) -> Zone?
    private let metrics: PipelineMetrics
    private let preview: DecisionPreview
    private let others: OtherMembers
    private let tally: TriggerTally
    private let crash: CrashPoints
    private let logger: Logger

    /// Wires the intake.
    /// - Parameters:
    ///   - ports: keep the triggers, and give catalogs, identifiers, the time and the zones that sender limits count by.
    ///   - encryption: seals their data.
    ///   - gate: refuses when too much waits.
    ///   - metrics: counts.
    ///   - preview: decides without storing.
    ///   - tally: counts for alerts.
    init(
        ports: EnginePorts,
        encryption: PayloadEncryption,
        gate: BacklogGate,
        metrics: PipelineMetrics,
        preview: DecisionPreview,
        tally: TriggerTally
    ) {
        store = ports.store
        triggers = AcceptTriggers(store: ports.store, catalog: ports.catalogs.inForce)
        catalogs = ports.catalogs
        ids = ports.ids
        now = ports.now
        zones = ports.zones
        crash = ports.crash
        logger = ports.logger
        others = OtherMembers(store: ports.store, encryption: encryption)
        self.encryption = encryption
        self.gate = gate
        self.metrics = metrics
        self.preview = preview
        self.tally = tally
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
        answer: IdempotentAnswer<[Result<TriggerAnswer, IntakeProblem>]>? = nil
    ) async throws -> [Result<TriggerAnswer, IntakeProblem>] {
        guard let catalog = catalogs.inForce(app) else { throw MissingCatalog(app: app) }
        let known = try await knownEntities(of: drafts, catalog)
        let names = try await others.names(for: drafts, catalog)
        let instant = now()
        var reviewed = ReviewedTriggers()
        for (draft, names) in zip(drafts, names) {
            do throws(IntakeProblem) {
                try gate.admit(app, priority: catalog.type(draft.type)?.priority.urgency() ?? .normal)
                reviewed.add(try submission(of: draft, catalog, known: known, names, now: instant))
            } catch {
                reviewed.add(error)
            }
        }
        let review = DirectoryReview(store: store, catalog: catalog)
        // An answer that is stored with the triggers has to be known before.
        let questions = answer == nil ? review.questions(on: reviewed.submissions) : nil
        if questions == nil { reviewed.apply(try await review.verdicts(on: reviewed.submissions)) }
        let (checked, submissions) = (reviewed, reviewed.submissions)
        metrics.app(app).rejected.increment(by: drafts.count - submissions.count)
        tally.add(app, requests: drafts.count, refused: checked.malformed)
        guard !submissions.isEmpty else { return checked.answers([], now: instant) }
        let stored = answer.map { answer in
            IdempotentAnswer<[TriggerAcceptance]>(key: answer.key) { answer.make(checked.answers($0, now: instant)) }
        }
        crash.pass(.beforeAccept)
        let (acceptances, facts) = try await accept(submissions, app: app, answer: stored, asking: questions ?? [])
        crash.pass(.afterAccept)
        if questions != nil { reviewed.apply(review.verdicts(on: submissions, facts)) }
        let counts = metrics.app(app)
        for acceptance in acceptances { counts.taken(acceptance) }
        for submission in reviewed.withoutRecipients(acceptances) { await report(withoutRecipients: submission) }
        // What is planned for later waits for its time, not for fan-out.
        gate.add(zip(acceptances, submissions).count { $0.isAccepted && $1.trigger.dueAt <= instant }, of: app)
        return reviewed.answers(acceptances, now: instant)
    }

    /// Counts a trigger that reaches nobody now; a critical one is logged as well (R058).
    private func report(withoutRecipients submission: TriggerSubmission) async {
        let (trigger, urgency) = (submission.trigger, submission.urgency)
        metrics.acceptedWithoutRecipients(trigger.type, urgency, of: trigger.app)
        guard urgency == .critical else { return }
        logger.warning(
            "a critical trigger has no recipients",
            metadata: ["app": "\(trigger.app)", "type": "\(trigger.type)", "trigger": "\(trigger.id)"]
        )
        let batch = AnalyticsBatch(counts: [AnalyticsKey(.unreached): 1], at: now())
        do {
            _ = try await store.apply([ChangeGroup(app: trigger.app, [.keepAnalytics(batch)])])
        } catch {
            // The trigger is accepted all the same.
            tally.put([AnalyticsKey(.unreached): 1], of: trigger.app)
        }
    }

    /// Counts triggers of a request that could not be read, for alerts.
    public func countUnreadable(_ count: Int, of app: AppID) { tally.add(app, requests: count, refused: count) }

    /// The entities that were put, of those that types of the drafts need to be known; most types need none.
    private func knownEntities(of drafts: [TriggerDraft], _ catalog: Catalog) async throws -> Set<EntityRef> {
        var needs = AcceptNeeds()
        for draft in drafts where catalog.type(draft.type)?.needsKnownEntity == true {
            guard let entity = draft.entity else { continue }
            needs.quota.entities.insert(entity)
        }
        guard !needs.isEmpty else { return [] }
        let entities = try await store.acceptFacts(needs, app: catalog.app).quota.entities
        return Set(entities.compactMap { $0.value == nil ? nil : $0.key })
    }

    private func submission(
        of draft: TriggerDraft,
        _ catalog: Catalog,
        known: Set<EntityRef>,
        _ names: [String: JSONValue]?,
        now: Timestamp
    ) throws(IntakeProblem) -> TriggerSubmission {
        let isKnown = draft.entity.map { entity in
            known.contains(entity) || draft.entities.contains { $0.ref == entity }
        }
        var check = DraftCheck(
            catalog: catalog,
            draft: draft,
            isEntityKnown: isKnown ?? false,
            others: names
        )
        let (trigger, claim) = try check.run(id: ids.make(), now: now)
        var submission = TriggerSubmission(
            trigger: trigger,
            sealedData: try encryption.sealing(trigger),
            entities: draft.entities,
            claim: claim,
            limits: LimitCheck(of: trigger.type, in: catalog, zones: zones),
            urgency: catalog.type(trigger.type)?.priority.urgency(named: trigger.priority)
        )
        submission.traceParent = draft.traceParent
        return submission
    }

    /// Entities that come with triggers are planned by the schedules in force, and what they ask for no longer is
    /// withdrawn.
    private func accept(
        _ submissions: [TriggerSubmission],
        app: AppID,
        answer: IdempotentAnswer<[TriggerAcceptance]>?,
        asking questions: [AudienceQuestion]
    ) async throws -> (acceptances: [TriggerAcceptance], facts: DirectoryFacts) {
        let accepted = try await triggers.accept(submissions, app: app, answer: answer, asking: questions)
        let changesEntities = submissions.contains { !$0.entities.isEmpty }
        if changesEntities, catalogs.inForce(app)?.schedules.isEmpty == false {
            try await WithdrawFirings(store: store).finish(app: app)
        }
        return accepted
    }

    /// What would be decided, storing nothing.
    ///
    /// Sender limits are asked as well: the problem is that of the refusal (R160).
    public func dryRun(_ draft: TriggerDraft, app: AppID) async throws -> Result<DecisionPreview.Answer, IntakeProblem>
    {
        guard let catalog = catalogs.inForce(app) else { throw MissingCatalog(app: app) }
        let known = try await knownEntities(of: [draft], catalog)
        let names = try await others.names(for: [draft], catalog).first ?? nil
        let instant = now()
        var submission: TriggerSubmission
        do throws(IntakeProblem) {
            submission = try self.submission(of: draft, catalog, known: known, names, now: instant)
        } catch {
            return .failure(error)
        }
        let review = DirectoryReview(store: store, catalog: catalog)
        guard let verdict = try await review.verdicts(on: [submission]).first else { throw MissingCatalog(app: app) }
        guard verdict.problems.isEmpty else { return .failure(IntakeProblem(verdict.problems)) }
        if submission.limits != nil, let plan = try await triggers.preview(submission) {
            if case .refused(let refusal) = plan.outcome {
                return .failure(IntakeProblem(refusal, now: instant))
            }
            submission.trigger = plan.trigger
        }
        var answer = try await preview.run(submission.trigger, catalog: catalog, entities: draft.entities)
        answer.warnings = verdict.warnings
        if let type = catalog.type(submission.trigger.type) {
            answer.warnings += try await others.warnings(answer.decisions.map(\.user), of: submission.trigger, type)
        }
        return .success(answer)
    }
}
