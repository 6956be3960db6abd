import PealCore

/// Checks a draft against its catalog: all problems together, or a valid trigger.
struct DraftCheck {
    let catalog: Catalog
    let draft: TriggerDraft
    /// The parent of the entity as it is stored, where that is known.
    private let storedParent: EntityRef?
    /// Whether the entity was put, as far as its type asks for that.
    private let isEntityKnown: Bool
    /// The names by which the entity's two members read of each other.
    private let others: [String: JSONValue]?
    private var problems: [(code: IntakeProblem.Code, detail: IntakeProblem.Detail)] = []

    init(
        catalog: Catalog,
        draft: TriggerDraft,
        storedParent: EntityRef? = nil,
        isEntityKnown: Bool = true,
        others: [String: JSONValue]? = nil
    ) {
        self.catalog = catalog
        self.draft = draft
        self.storedParent = storedParent
        self.isEntityKnown = isEntityKnown
        self.others = others
    }

    /// The checked trigger and its claim.
    mutating func run(id: TriggerID, now: Timestamp) throws(IntakeProblem) -> (Trigger, TriggerSubmission.Claim?) {
        guard let type = catalog.type(draft.type) else {
            throw IntakeProblem(
                code: .unknownType,
                details: [
                    .init(
                        detail: "unknown type `\(draft.type.rawValue.prefix(64))`"
                            + NearName.hint(for: draft.type.rawValue, among: catalog.types.map(\.id.rawValue)),
                        pointer: "/type"
                    )
                ]
            )
        }
        checkEntities()
        if type.needsKnownEntity { checkKnownEntity(type) }
        checkData(type)
        let audience = checkedAudience(type)
        let priority = checkedPriority(type)
        if let dedupe = type.dedupe, dedupe.needsTransition, draft.transition == nil {
            add(
                .transitionRequired,
                "this type is sent once per transition: send the id of this transition",
                "/transition"
            )
        }
        checkTime(type, now: now)
        guard problems.isEmpty, let audience else {
            throw IntakeProblem(code: problems.first?.code ?? .invalid, details: problems.map(\.detail))
        }
        return accepted(type, audience, priority, id: id, now: now)
    }

    private func accepted(
        _ type: NotificationType,
        _ audience: Audience,
        _ priority: Priority?,
        id: TriggerID,
        now: Timestamp
    ) -> (Trigger, TriggerSubmission.Claim?) {
        var trigger = Trigger(
            id: id,
            app: catalog.app,
            type: type.id,
            audience: audience,
            data: draft.data.mapValues {
                if case .string(let text) = $0 { .string(text.withUnixLineEnds) } else { $0 }
            },
            dueAt: max(draft.earliest ?? now, now),
            acceptedAt: now,
            catalogVersion: catalog.version
        )
        trigger.data[OtherMembers.key] = others.map { .object($0) }
        trigger.entity = draft.entity
        trigger.transition = draft.transition
        trigger.actor = draft.actor
        trigger.priority = priority
        trigger.cancelKey = draft.cancelKey
        trigger.sendAtLocal = draft.sendAtLocal
        guard let dedupe = type.dedupe else { return (trigger, nil) }
        let key = dedupe.key.render { name, _ in claimText(name, type) }
        return (trigger, TriggerSubmission.Claim(key: key, expiresAt: dedupe.window.map { now + $0 }))
    }

    /// Values in claim keys are length-prefixed, so that no two different occurrences share a key; and a value is written in
    /// one way, however it was sent.
    private func claimText(_ name: String, _ type: NotificationType) -> String {
        let value: String =
            switch name {
            case "type": type.id.rawValue
            case "entity": draft.entity?.description ?? ""
            case "entityId": draft.entity?.id ?? ""
            case "parentId": parent?.id ?? ""
            case "transition": draft.transition ?? ""
            default: type.value(of: name, in: draft.data)?.plain ?? ""
            }
        return "\(value.utf8.count):\(value)"
    }

    private var parent: EntityRef? {
        let patch = draft.entities.first { $0.ref == draft.entity }
        return (patch?.parent ?? .keep).merged(into: storedParent)
    }

    private mutating func checkTime(_ type: NotificationType, now: Timestamp) {
        for (pointer, instant) in [("/sendAt", draft.sendAt), ("/sendAtLocal", draft.sendAtLocal?.earliestAnywhere)] {
            guard let instant else { continue }
            // A local time may have passed in some zones; those where it has not follow.
            let comparable = pointer == "/sendAt" ? instant : max(instant, now)
            if let rule = type.schedule {
                add(
                    .invalid,
                    "\(type.id) is scheduled by the \(rule.time) of the \(rule.entity) and cannot have a send time",
                    pointer
                )
            } else if let problem = SendTime.problem(with: comparable, now: now) {
                add(.invalid, problem, pointer)
            }
        }
        guard let local = draft.sendAtLocal else { return }
        if draft.sendAt != nil { add(.invalid, "send either sendAt or sendAtLocal", "/sendAtLocal") }
        if local.latestAnywhere <= now {
            add(.invalid, "this local time has passed in every time zone", "/sendAtLocal")
        }
    }

    private mutating func checkEntities() {
        if let entity = draft.entity, catalog.entities[entity.type] == nil {
            add(.invalid, unknownEntityType(entity.type), "/entity")
        }
        for patch in draft.entities {
            for problem in EntityRules(catalog: catalog).problems(
                with: patch.ref,
                parent: patch.parent.value,
                status: patch.status.value,
                times: patch.times.value
            ) {
                let pointer = "/entities/\(JSONPointer.escape(patch.ref.description))"
                add(.invalid, problem.detail, pointer + problem.pointer)
            }
        }
    }

    /// What is about nothing that was put has no organisation (R119).
    private mutating func checkKnownEntity(_ type: NotificationType) {
        guard let entity = draft.entity else {
            add(.unknownEntity, "\(type.id) needs an entity: send `entity`", "/entity")
            return
        }
        guard !isEntityKnown, catalog.entities[entity.type] != nil else { return }
        let name = entity.description.prefix(128)
        add(
            .unknownEntity,
            "unknown entity `\(name)`; put it first, or send it with the trigger: `\"entities\": {\"\(name)\": {…}}`",
            "/entity"
        )
    }

    private func unknownEntityType(_ type: EntityTypeID) -> String {
        EntityRules(catalog: catalog).unknownType(type)
    }

    private mutating func checkData(_ type: NotificationType) {
        problems += DataCheck(type: type, data: draft.data, hasOthers: others != nil).problems
        let builtIn = ["entityId": draft.entity?.id, "transition": draft.transition]
        for (name, value) in builtIn.sorted(by: { $0.key < $1.key })
        where
            value == nil && type.uses(variable: name) && !(name == "entityId" && type.entityRequirement != nil)
        {
            add(
                .missingVariable,
                "\(type.id) uses {{\(name)}} in its texts or link",
                name == "entityId" ? "/entity" : "/transition"
            )
        }
    }

    private mutating func checkedAudience(_ type: NotificationType) -> Audience? {
        guard let audience = draft.audience ?? type.defaultAudience else {
            add(.audienceNotAllowed, "\(type.id) has no default audience: send `to`", "/to")
            return nil
        }
        if draft.audience != nil, !type.allowedAudiences.contains(audience.kind) {
            let allowed = type.allowedAudiences.map(\.rawValue).sorted().joined(separator: ", ")
            add(.audienceNotAllowed, "\(type.id) allows \(allowed.isEmpty ? "only its default" : allowed)", "/to")
        }
        if draft.audience != nil, case .members(let query) = audience {
            for problem in EntityRules(catalog: catalog).problems(with: query, of: draft.entity) {
                add(.invalid, problem.detail, "/to/members" + problem.pointer)
            }
        }
        if case .users(let users) = audience, let limit = type.audienceLimit, Set(users).count > limit {
            let most = limit == 1 ? "one user" : "\(limit) users"
            add(.audienceNotAllowed, "\(type.id) goes to at most \(most); send one trigger for each", "/to/users")
        }
        if audience.kind == .all, !catalog.features.broadcast {
            add(.audienceNotAllowed, "\(catalog.app) does not allow broadcasts", "/to")
        }
        if needsEntity(audience), draft.entity == nil {
            add(.invalid, "this audience needs an entity: send `entity`", "/entity")
        }
        return audience
    }

    private func needsEntity(_ audience: Audience) -> Bool {
        switch audience {
        case .owner: return true
        case .members(let query):
            if case .named = query.of, query.alsoMemberOf.map({ if case .named = $0 { true } else { false } }) ?? true {
                return false
            }
            return true
        case .users, .all: return false
        }
    }

    private mutating func checkedPriority(_ type: NotificationType) -> Priority? {
        guard let name = draft.priority else { return nil }
        guard type.priority.variable else {
            add(.invalid, "the priority of \(type.id) is set by its catalog", "/priority")
            return nil
        }
        guard let priority = catalog.priority(named: name) else {
            let known = Priority.allCases.sorted(by: >).map(\.rawValue) + catalog.priorityAliases.keys.sorted()
            add(
                .invalid,
                "unknown priority `\(name.prefix(64))`; use one of \(known.joined(separator: ", "))",
                "/priority"
            )
            return nil
        }
        return priority
    }

    private mutating func add(_ code: IntakeProblem.Code, _ detail: String, _ pointer: String) {
        problems.append((code, IntakeProblem.Detail(detail: detail, pointer: pointer)))
    }
}
