import PealCore
import PealPipeline

/// The names of a random world: who may be there, and what notifications are about.
struct SimWorld: Sendable {
    /// One app of the world.
    struct App: Sendable {
        var catalog: Catalog
        var people: [UserID]
        var entities: [EntityRef]
        /// Tokens by the push service they belong to.
        var tokens: [(provider: ProviderID, token: String)]

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
            App(
                catalog: catalog,
                people: (1...random.within(2...9)).map { UserID("u\($0)") },
                entities: catalog.entities.keys.sorted().flatMap { type in
                    (1...random.within(1...2)).map { EntityRef(type: type, id: "e\($0)") }
                },
                tokens: (1...random.within(3...12)).map { number in
                    (catalog.providers[random.below(catalog.providers.count)], "token-\(catalog.app)-\(number)")
                }
            )
        }
        let day = Self.days[random.below(Self.days.count)]
        // Somewhere in the two days before, so that the change comes within the run.
        return SimWorld(apps: apps, start: Timestamp(seconds: day - Int64(random.below(2 * 86_400))))
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
        return EntityPatch(
            ref: ref,
            parent: random.pick(parents),
            ownerID: random.happens(0.9) ? random.pick(people) : nil,
            status: random.pick(declaration?.statuses ?? []),
            times: times.isEmpty ? nil : times
        )
    }

    /// A random member of an entity.
    func member(of entity: EntityRef, random: inout SeededRandom, now: Timestamp) -> Member? {
        guard let user = random.pick(people) else { return nil }
        return Member(
            entity: entity,
            userID: user,
            role: random.pick(catalog.entities[entity.type]?.roles ?? []),
            status: random.pick(["confirmed", "interacted", "dd", "rider"]),
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
        let priorities: [String] = type.priority.variable ? Priority.allCases.map(\.rawValue) : []
        return TriggerPlan(
            isBad: isBad,
            draft: .init(
                type: type.id,
                entity: entity,
                entities: patches,
                transition: "t\(random.below(6))",
                actor: random.happens(0.4) ? .init(id: random.pick(people), kind: .user) : nil,
                audience: audience(for: type, random: &random),
                data: data,
                priority: random.pick(priorities),
                sendAt: random.happens(0.15) ? now + .seconds(random.within(-60...40 * 3_600)) : nil,
                cancelKey: random.happens(0.25) ? "k\(random.below(4))" : nil
            )
        )
    }

    private func audience(for type: NotificationType, random: inout SeededRandom) -> Audience? {
        if type.defaultAudience != nil, random.happens(0.5) { return nil }
        var choices: [Audience] = []
        if type.allowedAudiences.contains(.users) {
            var users = random.some(people, atMost: random.within(1...5))
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
