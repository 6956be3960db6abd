import PealCore

/// The names of a random world: who may be there, and what notifications are about.
struct SimWorld: Sendable {
    /// One app of the world.
    struct App: Sendable {
        var catalog: Catalog
        var userIDs: [UserID]
        var entities: [EntityRef]
        /// Tokens by the push service they belong to.
        var tokens: [(provider: ProviderID, token: String)]
        /// Push services that tell only later what became of a push.
        var receipts: Set<ProviderID>
        /// The zones of organisations, which never move.
        var zones: [EntityRef: String]
        /// Every catalog that was or may be in force, by the text that stands for it.
        var texts: [String: Catalog]
        /// The texts that were in force, the newest last; the position is the version less one.
        var published: [String]

        var id: AppID { catalog.app }
    }

    var apps: [App]
    var start: Timestamp

    /// Days on which clocks change somewhere, and three on which none does.
    private static let days: [Int64] = [
        1_772_928_000, 1_774_742_400, 1_775_347_200, 1_792_886_400, 1_793_491_200, 1_790_467_200, 1_780_000_000,
        1_785_000_000, 1_767_225_600,
    ]

    static func make(catalogs: [Catalog], random: inout SeededRandom) -> SimWorld {
        let count = random.within(1...3)
        let apps = random.some(catalogs, atMost: count).map { catalog in
            app(of: catalog, &random)
        }
        let day = Self.days[random.below(Self.days.count)]
        // Somewhere in the two days before, so that the change comes within the run.
        return SimWorld(apps: apps, start: Timestamp(seconds: day - Int64(random.below(2 * 86_400))))
    }

    /// How long rows are kept: long as shipped, or so short that much goes within the run.
    private static let retentions: [(inbox: Int64, log: Int64)] = [
        (720, 720), (720, 720), (720, 720), (3, 60), (60, 2), (40, 40), (12, 48),
    ]

    private static func app(of catalog: Catalog, _ random: inout SeededRandom) -> App {
        var catalog = catalog
        let kept = retentions[random.below(retentions.count)]
        catalog.retention.inbox = .seconds(kept.inbox * 3_600)
        catalog.retention.deliveryLog = .seconds(kept.log * 3_600)
        let entities = catalog.entities.keys.sorted().flatMap { type in
            (1...random.within(1...2)).map { EntityRef(type: type, id: "e\($0)") }
        }
        var zones: [EntityRef: String] = [:]
        for ref in entities where random.happens(0.6) { zones[ref] = random.pick(SimSetup.zoneNames) }
        let text = "\(catalog.app) as shipped"
        return App(
            catalog: catalog,
            userIDs: (1...random.within(2...9)).map { UserID("u\($0)") },
            entities: entities,
            tokens: (1...random.within(3...12)).map { number in
                (catalog.providers[random.below(catalog.providers.count)], "token-\(catalog.app)-\(number)")
            },
            receipts: Set(catalog.providers.filter { _ in random.happens(0.3) }),
            zones: zones,
            texts: [text: catalog],
            published: [text]
        )
    }
}

extension SimWorld.App {
    /// A random entity with a parent and an owner, as a backend would put it.
    func patch(of ref: EntityRef, now: Timestamp, random: inout SeededRandom) -> EntityPatch {
        let declaration = catalog.entities[ref.type]
        var times: [String: Timestamp] = [:]
        for name in declaration?.times ?? [] where random.happens(0.7) {
            times[name] = now + .seconds(random.within(-3_600...30 * 3_600))
        }
        let parents = entities.filter { $0.type == declaration?.parent }
        var patch = EntityPatch(
            ref: ref,
            parent: random.pick(parents),
            ownerID: random.happens(0.9) ? random.pick(userIDs) : nil,
            status: random.pick(declaration?.statuses ?? []),
            timeZone: zones[ref],
            times: times.isEmpty ? nil : times
        )
        // An owner who is not named is removed, by PUT and with a trigger.
        if patch.ownerID == .keep { patch.ownerID = .remove }
        return patch
    }

    /// A random member of an entity.
    func member(of entity: EntityRef, random: inout SeededRandom, now: Timestamp) -> Member? {
        guard let user = random.pick(userIDs) else { return nil }
        let declaration = catalog.entities[entity.type]
        let statuses = declaration?.memberStatuses ?? []
        return Member(
            entity: entity,
            userID: user,
            role: random.pick(declaration?.roles ?? []),
            status: random.pick(statuses.isEmpty ? ["confirmed", "interacted", "dd", "rider"] : statuses),
            updatedAt: now
        )
    }

    /// Something that happened; now and then something that is no good.
    func draft(number: Int, now: Timestamp, random: inout SeededRandom) -> TriggerPlan? {
        guard let type = random.pick(catalog.types), let kind = random.pick(catalog.entities.keys.sorted()) else {
            return nil
        }
        let known = entities.filter { $0.type == kind }
        let isNew = random.happens(0.35) || known.isEmpty
        let entity = isNew ? EntityRef(type: kind, id: "n\(number)") : known[random.below(known.count)]
        let patches = isNew || random.happens(0.3) ? [patch(of: entity, now: now, random: &random)] : []
        var data: [String: JSONValue] = [:]
        for variable in type.variables where !variable.optional || random.happens(0.5) {
            data[variable.name] = variable.example
        }
        let isBad = random.happens(0.04)
        if isBad { data["no-such-variable"] = .string("x") }
        // Types that fire by themselves leave the time to their entities.
        let time = type.schedule == nil && random.happens(0.25) ? random.below(2) : 2
        let priorities: [String] = type.priority.variable ? Priority.allCases.map(\.rawValue) : []
        var draft = TriggerDraft(
            type: type.id,
            entity: entity,
            entities: patches,
            transition: "t\(random.below(6))",
            // Where an actor needs a role, most users are refused.
            actor: random.happens(type.actorRoles.isEmpty ? 0.4 : 0.1)
                ? .init(id: random.pick(userIDs), kind: .user) : nil,
            audience: audience(for: type, random: &random),
            data: data,
            priority: random.pick(priorities)
        )
        if time == 0 { draft.sendAt = now + .seconds(random.within(-60...40 * 3_600)) }
        if time == 1 { draft.sendAtLocal = local(now: now, random: &random) }
        if random.happens(0.25) { draft.cancelKey = "k\(random.below(4))" }
        return TriggerPlan(isBad: isBad, draft: draft)
    }

    /// A local time that has not passed everywhere.
    private func local(now: Timestamp, random: inout SeededRandom) -> LocalDateTime {
        LocalDateTime(secondsSince1970: (now.seconds / 900 + Int64(random.within(-40...140))) * 900)
    }

    private func audience(for type: NotificationType, random: inout SeededRandom) -> Audience? {
        if type.defaultAudience != nil, random.happens(0.5) { return nil }
        var choices: [Audience] = []
        if type.allowedAudiences.contains(.users) {
            var users = random.some(userIDs, atMost: random.within(1...5))
            if random.happens(0.1) { users.append("stranger") }
            choices.append(.users(users))
        }
        if type.allowedAudiences.contains(.members), let entity = random.pick(entities) {
            choices.append(.members(MemberQuery(of: .named(entity))))
        }
        if type.allowedAudiences.contains(.all), catalog.features.broadcast { choices.append(.all) }
        return random.pick(choices)
    }
}
