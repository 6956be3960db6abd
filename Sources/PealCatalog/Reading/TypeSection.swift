import PealCore

/// Reads the notification types.
struct TypeSection {
    let copy: CopySection
    var entities: [EntityTypeID: EntityDeclaration] = [:]
    /// Whether a type that does not say is sent once more to a device that was off.
    var isRedelivered = false

    private static let keys = [
        "enabled", "silent", "category", "audience", "includeActor", "actors", "priority", "if", "title", "body",
        "link", "thread", "group", "sound", "vibration", "androidChannel", "iosCategory", "actions", "ttl", "collapse",
        "once", "dedupe", "bypass",
        "requires", "platforms", "fallback", "retry", "onUnknown", "quietAction", "delayWhileActive", "digest",
        "throttle",
        "summary", "individual", "ordered", "supersedes", "resolves", "redeliver",
        "schedule", "data", "image", "visibility", "presentation", "urgency", "why",
    ]

    func read(_ fields: Fields) -> [NotificationType] {
        guard let field = fields.required("types", hint: "declare at least one notification type") else { return [] }
        return (field.openMapping()?.all ?? []).compactMap { name, item in
            checkID(name, item)
            return item.mapping(Self.keys).map { read(id: TypeID(name), $0) }
        }
    }

    private func read(id: TypeID, _ members: Fields) -> NotificationType {
        let audience =
            members.required("audience", hint: "set its audience, such as `{default: owner, allow: [owner]}`")
            .map(AudienceSection.read) ?? AudienceSection.Rule(standard: nil, allowed: [])
        let category = members.required("category", hint: "set one of `categories`")?.string(.id)
        let bypass = members["bypass"].map(BypassSection.read) ?? BypassSection.Rule()
        let isSilent = members["silent"]?.bool() ?? false
        let requirements = members["requires"].flatMap(requirements)
        let ttl = members["ttl"]?.duration(upTo: .seconds(28 * 86_400))
        var type = NotificationType(
            id: id,
            category: CategoryID(category ?? ""),
            allowedAudiences: audience.allowed,
            priority: members["priority"].map(PrioritySection.read) ?? PriorityRule(fallback: .normal),
            title: localized(members, "title", isOptional: isSilent),
            body: localized(members, "body", isOptional: isSilent),
            link: link(members),
            ttl: ttl ?? .seconds(72 * 3600)
        )
        type.enabled = members["enabled"]?.bool() ?? true
        type.silent = isSilent
        type.defaultAudience = audience.standard
        type.audienceLimit = audience.limit
        type.includeActor = members["includeActor"]?.bool() ?? false
        type.condition = members["if"].flatMap(ConditionSection.read)
        type.thread = members["thread"]?.template()
        type.group = members["group"]?.template()
        type.sound = members["sound"].flatMap(nameOrNone)
        type.vibration = members["vibration"].flatMap(nameOrNone)
        type.androidChannel = members["androidChannel"]?.string(.word)
        type.iosCategory = members["iosCategory"]?.string(.word)
        type.image = members["image"]?.template()
        type.visibility = members["visibility"]?.choice(LockScreenVisibility.self)
        type.presentation = members["presentation"].flatMap(PolicySection.presentation)
        type.urgency = members["urgency"]?.choice(UrgencyPolicy.self)
        type.actions = members["actions"].map(ActionSection(copy: copy).read) ?? []
        type.collapse = members["collapse"]?.template()
        type.dedupe = DedupeSection.read(once: members["once"], dedupe: members["dedupe"])
        type.bypass = bypass.always
        type.requiredCapability = requirements?["capability"]?.string(.word)
        type.entityRequirement = requirements?["entity"]?.choice(EntityRequirement.self)
        type.fallback = members["fallback"].flatMap(fallback) ?? Fallback.none
        type.retry = members["retry"].flatMap(RetrySection.read)
        type.onUnknown = members["onUnknown"].flatMap(PolicySection.onUnknown)
        type.quietAction = members["quietAction"]?.choice(QuietAction.self)
        type.delayWhileActive = members["delayWhileActive"].flatMap(PresenceSection.read)
        type.digest = members["digest"].flatMap(DigestSection(copy: copy).digest)
        type.throttle = members["throttle"].flatMap(DigestSection(copy: copy).throttle)
        type.summary = members["summary"].flatMap(DigestSection(copy: copy).summary)
        type.individual = members["individual"]?.bool() ?? false
        type.schedule = members["schedule"].flatMap {
            ScheduleSection(type: id, life: type.ttl, entities: entities).read($0)
        }
        type.variables = members["data"].map(VariableSection(copy: copy).read) ?? []
        if let field = members["platforms"] { readPlatforms(field, of: &type) }
        type.why = members["why"].map(copy.texts)
        type.isOrdered = members["ordered"]?.bool() ?? false
        type.isRedelivered = members["redeliver"]?.bool() ?? (isRedelivered && !isSilent)
        type.supersedes = types(members, "supersedes")
        type.resolves = resolves(members)
        type.conditionalBypass = bypass.conditional
        type.throttledRetry = RetrySection.throttled(members["retry"])
        let actors = members["actors"]?.mapping(["roles", "notRecipient"])
        type.actorRoles = Set(actors.flatMap(actorRoles) ?? [])
        type.forbidsOwnSubject = actors?["notRecipient"]?.bool() ?? false
        return type
    }

    private func types(_ members: Fields, _ key: String) -> Set<TypeID> {
        guard let field = members[key], let list = field.oneOrMore() else { return [] }
        if list.isEmpty { field.error("bad-value", "the list is empty; add a type or remove `\(key)`") }
        return Set(uniqueNames(list, shape: .id).map { TypeID($0) })
    }

    /// A list of types, or a mapping with variables that have to say the same.
    private func resolves(_ members: Fields) -> ResolveRule? {
        guard let field = members["resolves"] else { return nil }
        guard case .mapping = field.node else { return ResolveRule(types: types(members, "resolves")) }
        guard let parts = field.mapping(["types", "same"]) else { return nil }
        _ = parts.required("types", hint: "list the types that it ends")
        let same = parts["same"]?.oneOrMore().map { uniqueNames($0, shape: .word) }
        return ResolveRule(types: types(parts, "types"), same: same ?? [])
    }

    /// A list of the only ones, or a mapping with those that are preferred.
    private func readPlatforms(_ field: Field, of type: inout NotificationType) {
        guard case .mapping = field.node else {
            if let only = platforms(field) { type.platforms = only }
            return
        }
        let preferred = field.mapping(["prefer"])?.required("prefer", hint: "list platforms, such as `[web]`")
        type.preferredPlatforms = preferred.flatMap(platforms) ?? []
    }

    private func platforms(_ field: Field) -> Set<Platform>? {
        let list = field.oneOrMore()
        if list?.isEmpty == true { field.error("bad-value", "the list is empty; add a platform or remove `platforms`") }
        return list.map { Set($0.compactMap { $0.choice(Platform.self) }) }
    }

    private func actorRoles(_ members: Fields) -> [String]? {
        guard let field = members.required("roles", hint: "list the roles of which an actor needs one") else {
            return nil
        }
        let list = field.oneOrMore()
        if list?.isEmpty == true { field.error("bad-value", "the list is empty; add a role or remove `actors`") }
        return list.map { uniqueNames($0, shape: .word) }
    }

    /// A silent type has no copy, which the lint sees to.
    private func localized(_ members: Fields, _ key: String, isOptional: Bool) -> LocalizedTemplate {
        guard let field = isOptional ? members[key] : members.required(key, hint: "add the text in each locale") else {
            return LocalizedTemplate(byLocale: [:], fallbackLocale: copy.defaultLocale)
        }
        return copy.templates(field)
    }

    private func link(_ members: Fields) -> Template {
        let field = members.required("link", hint: "set the link that a tap opens, such as `/reports/{{entityId}}`")
        return field?.template() ?? Template(literal: "")
    }

    /// `none` stands for silence, as the field left out does.
    private func nameOrNone(_ field: Field) -> String? {
        field.string(.word).flatMap { $0 == "none" ? nil : $0 }
    }

    private func requirements(_ field: Field) -> Fields? {
        guard let members = field.mapping(["capability", "entity"]) else { return nil }
        if members.entries.isEmpty {
            field.error(
                "bad-value",
                "set `capability`, what a device must have granted, `entity: known` or `entity: optional`"
            )
        }
        return members
    }

    private func fallback(_ field: Field) -> Fallback? {
        guard let name = field.string() else { return nil }
        guard let fallback = Fallback(rawValue: name) else {
            field.error(
                "bad-value",
                "unknown value `\(name.prefix(64))`" + NearName.hint(for: name, among: ["inApp", "none"])
            )
            return nil
        }
        return fallback
    }
}
