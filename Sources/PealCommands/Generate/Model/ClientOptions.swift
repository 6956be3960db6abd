import PealCore

/// The parameters of a type that are not variables, as its rules permit them.
struct ClientOptions {
    let type: NotificationType
    let catalog: Catalog

    /// What a trigger is about and who gets it.
    var leading: [ClientParameter] { [audience, entity, transition].compactMap(\.self) }

    /// The other options of a trigger.
    var trailing: [ClientParameter] {
        var options: [ClientParameter] = []
        if hasEntities {
            options.append(option("entities", .entities, "Entities to change in the same transaction."))
        }
        options.append(option("actor", .actor, "Who caused it."))
        if type.priority.variable {
            let standard = type.priority.fallback.rawValue
            let note = "How urgent it is; default: \(standard), or what its rules say."
            options.append(option("priority", .priority, note))
        }
        // A schedule sets the time, and the server accepts no other.
        if type.schedule == nil {
            options.append(option("sendAt", .instant, "When to send it; default: now."))
            let local = "The local date and time at which each recipient gets it, such as 2026-11-20T08:00."
            options.append(option("sendAtLocal", .text, local))
        }
        options.append(option("cancelKey", .text, "A name to cancel it by; several triggers may share one."))
        options.append(option("idempotencyKey", .text, Self.keyNote))
        return options
    }

    private static let keyNote =
        "A repeated call with the same key sends nothing again, for 24 hours; default: a random key."

    private var hasEntities: Bool { !catalog.entities.isEmpty }

    private var audience: ClientParameter? {
        let kinds = type.allowedAudiences.filter { kind in
            switch kind {
            case .users, .all: true
            case .members, .owner: hasEntities
            }
        }
        guard !kinds.isEmpty else { return nil }
        var note = "The recipients"
        if let limit = type.audienceLimit { note += ", at most \(counted(limit, "user"))" }
        if let standard = type.defaultAudience { note += "; default: \(Self.text(standard))" }
        return ClientParameter(
            name: "to",
            kind: .audience(kinds.sorted { $0.rawValue < $1.rawValue }),
            isRequired: type.defaultAudience == nil,
            note: note + "."
        )
    }

    private var entity: ClientParameter? {
        guard hasEntities else { return nil }
        let isKnown = type.needsKnownEntity
        let defaultNeedsIt = type.defaultAudience.map(Self.needsEntity) ?? false
        let everyAudienceNeedsIt = defaultNeedsIt && type.allowedAudiences.subtracting([.owner]).isEmpty
        let isNamed = type.entityRequirement == nil && type.uses(variable: "entityId")
        var note = "What it is about"
        if isKnown { note += "; it must exist, or come with this trigger" }
        let isRequired = isKnown || isNamed || everyAudienceNeedsIt
        if defaultNeedsIt, !isRequired { note += "; the default recipients need it" }
        return ClientParameter(name: "entity", kind: .entity, isRequired: isRequired, note: note + ".")
    }

    /// Only where the type reads it: elsewhere it changes nothing.
    private var transition: ClientParameter? {
        let isRequired = type.dedupe?.needsTransition == true || type.uses(variable: "transition")
        guard isRequired || type.dedupe?.key.variableNames.contains("transition") == true else { return nil }
        return ClientParameter(
            name: "transition",
            kind: .text,
            isRequired: isRequired,
            note: "The id of this occurrence, such as the row of a history; never the name of a status."
        )
    }

    private func option(_ name: String, _ kind: ClientParameter.Kind, _ note: String) -> ClientParameter {
        ClientParameter(name: name, kind: kind, isRequired: false, note: note)
    }

    private static func needsEntity(_ audience: Audience) -> Bool {
        switch audience {
        case .owner: true
        case .members(let query):
            [query.of, query.alsoMemberOf].contains { selector in
                switch selector {
                case .itself?, .parent?: true
                case .named?, nil: false
                }
            }
        case .users, .all: false
        }
    }

    private static func text(_ audience: Audience) -> String {
        switch audience {
        case .users: "the named users"
        case .owner: "the owner of the entity"
        case .all: "every user of the app"
        case .members(let query):
            switch query.of {
            case .itself: "members of the entity, as the catalog says"
            case .parent: "members of the entity's parent, as the catalog says"
            case .named(let ref): "members of \(ref), as the catalog says"
            }
        }
    }
}
