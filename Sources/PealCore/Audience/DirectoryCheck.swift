/// Checks triggers against the directory before they are accepted: entities have their parents, organisations are known,
/// actors may do what they do, and empty audiences are reported (R058, R160).
///
/// The triggers of a request are checked in their order, each as if the entities of those before it were stored.
public struct DirectoryCheck: Sendable {
    private let catalog: Catalog

    /// Checks by a catalog.
    public init(catalog: Catalog) { self.catalog = catalog }

    /// What is wrong with a trigger.
    public struct Problem: Sendable, Equatable {
        /// The kinds of problems, by the codes of the HTTP contract.
        public enum Code: String, Sendable {
            case parentRequired = "parent-required"
            case unknownParent = "unknown-parent"
            case unknownOrganisation = "unknown-organisation"
            case actorNotAllowed = "actor-not-allowed"
        }

        /// The kind.
        public var code: Code
        /// What is wrong and how to fix it.
        public var detail: String
        /// A JSON pointer within the trigger.
        public var pointer: String
    }

    /// What the check comes to for one trigger.
    public struct Verdict: Sendable, Equatable {
        /// Why it is refused; empty when it is not.
        public var problems: [Problem]
        /// What the backend is told when it is accepted.
        public var warnings: [RequestWarning]
    }

    /// What has to be read.
    /// - Parameter submissions: the triggers of one request.
    /// - Returns: the needs of all of them.
    public func needs(of submissions: [TriggerSubmission]) -> DirectoryNeeds {
        var needs = DirectoryNeeds()
        var brought = BroughtEntities()
        for submission in submissions {
            brought.add(submission.entities)
            for patch in submission.entities where declaresParent(patch.ref) {
                needs.organisations.insert(patch.parent.value ?? patch.ref)
            }
            if limitOfOrganisation(submission) != nil, let entity = submission.trigger.entity {
                needs.organisations.insert(entity)
            }
            needs.audiences.insert(audience(of: submission.trigger, brought))
            if let actor = actor(of: submission.trigger, brought) { needs.actors.insert(actor) }
        }
        return needs
    }

    /// The audiences that can be asked about in the transaction that stores the triggers; `nil` when something has to be
    /// read or refused before.
    ///
    /// An audience decides what is answered, never whether a trigger is accepted.
    public func questions(of submissions: [TriggerSubmission]) -> [AudienceQuestion]? {
        let needs = needs(of: submissions)
        guard needs.organisations.isEmpty, needs.actors.isEmpty, needs.audiences.count <= AudienceQuestion.userLimit,
            needs.audiences.allSatisfy(\.needsFewLooks),
            submissions.allSatisfy({ limitOfOrganisation($0) == nil && ownSubjectProblem($0.trigger) == nil })
        else { return nil }
        return Array(needs.audiences)
    }

    /// Checks triggers.
    /// - Parameters:
    ///   - submissions: the triggers of one request.
    ///   - facts: what was read for them.
    /// - Returns: a verdict for each, in their order.
    public func check(_ submissions: [TriggerSubmission], _ facts: DirectoryFacts) -> [Verdict] {
        var brought = BroughtEntities()
        return submissions.map { submission in
            let before = brought
            brought.add(submission.entities)
            let problems =
                parents(submission.entities, before, brought, facts) + organisation(submission, brought, facts)
                + actorProblems(submission.trigger, brought, facts)
            guard problems.isEmpty else {
                brought = before
                return Verdict(problems: problems, warnings: [])
            }
            let question = audience(of: submission.trigger, brought)
            let warnings = facts.audiences[question].map { question.warnings($0, brought: brought.refs) } ?? []
            let trigger = submission.trigger
            let link = catalog.type(trigger.type).flatMap { catalog.links.warning(of: trigger, $0) }
            return Verdict(problems: [], warnings: warnings + [link].compactMap(\.self))
        }
    }

    private func audience(of trigger: Trigger, _ brought: BroughtEntities) -> AudienceQuestion {
        brought.audience(of: trigger, includesActor: catalog.type(trigger.type)?.includeActor ?? false)
    }

    private func declaresParent(_ ref: EntityRef) -> Bool { catalog.entities[ref.type]?.parent != nil }

    private func parents(
        _ patches: [EntityPatch],
        _ before: BroughtEntities,
        _ brought: BroughtEntities,
        _ facts: DirectoryFacts
    ) -> [Problem] {
        let rules = EntityRules(catalog: catalog)
        return patches.compactMap { patch in
            let problem = rules.parentProblem(
                of: patch.ref,
                named: patch.parent.value,
                stored: patch.parent.merged(into: before.parent(of: patch.ref, facts)),
                isKnown: { brought.isKnown($0, facts) }
            )
            return problem.flatMap { problem in
                problem.code.map { code in
                    let pointer = "/entities/\(JSONPointer.escape(patch.ref.description))"
                    return Problem(code: code, detail: problem.detail, pointer: pointer + problem.pointer)
                }
            }
        }
    }
}

extension DirectoryCheck {
    /// The limit that counts the triggers of an organisation together.
    private func limitOfOrganisation(_ submission: TriggerSubmission) -> SenderLimit? {
        submission.limits?.limits.first { $0.scope == .org }
    }

    /// A limit that counts by organisation needs to know it: else an invented one would have a count of its own (R160).
    private func organisation(
        _ submission: TriggerSubmission,
        _ brought: BroughtEntities,
        _ facts: DirectoryFacts
    ) -> [Problem] {
        guard let limit = limitOfOrganisation(submission) else { return [] }
        let reason: String
        switch brought.root(of: submission.trigger.entity, facts) {
        case .some(.known(let root)):
            guard let parent = catalog.entities[root.type]?.parent else { return [] }
            reason = "`\(root)` has no parent; send its \(parent) as `parent`"
        case .some(.unknown(let ref)): reason = "`\(ref)` is unknown; check its id, or put it first"
        case nil: reason = "the trigger has no `entity`; send one that belongs to the organisation"
        }
        let detail = "the limit `\(limit.id)` counts by organisation: \(reason)"
        return [Problem(code: .unknownOrganisation, detail: detail, pointer: "/entity")]
    }

    /// Asks for the roles of an actor who needs one.
    private func actor(of trigger: Trigger, _ brought: BroughtEntities) -> ActorQuestion? {
        guard let roles = catalog.type(trigger.type)?.actorRoles, !roles.isEmpty, let actor = trigger.actor,
            actor.kind == .user, let user = actor.id
        else { return nil }
        return ActorQuestion(user, entity: trigger.entity, parent: trigger.entity.map(brought.parent(of:)) ?? .keep)
    }

    /// Who decides about a user is another one, whatever kind of actor they are.
    private func ownSubjectProblem(_ trigger: Trigger) -> Problem? {
        guard let actor = trigger.actor?.id, catalog.type(trigger.type)?.forbidsOwnSubject == true,
            case .users(let users) = trigger.audience, users.contains(actor)
        else { return nil }
        return Problem(
            code: .actorNotAllowed,
            detail: "\(trigger.type) is about its recipient, so `\(actor)` cannot be its actor and its recipient",
            pointer: "/actor/id"
        )
    }

    private func actorProblems(_ trigger: Trigger, _ brought: BroughtEntities, _ facts: DirectoryFacts) -> [Problem] {
        if let problem = ownSubjectProblem(trigger) { return [problem] }
        guard let question = actor(of: trigger, brought), let wanted = catalog.type(trigger.type)?.actorRoles,
            wanted.isDisjoint(with: facts.actors[question] ?? [])
        else { return [] }
        let names = wanted.sorted().map { "`\($0)`" }.joined(separator: " or ")
        return [
            Problem(
                code: .actorNotAllowed,
                detail: """
                    \(trigger.type) needs an actor with the role \(names), and `\(question.user)` has none of them in the \
                    app, the entity or its ancestors
                    """,
                pointer: "/actor/id"
            )
        ]
    }
}
