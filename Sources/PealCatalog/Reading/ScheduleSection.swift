import PealCore

/// Reads `schedule`: when a type fires by itself (design §5).
struct ScheduleSection {
    let type: TypeID
    /// How long the type is worth delivering.
    let life: Duration
    let entities: [EntityTypeID: EntityDeclaration]

    private static let longest = Duration.seconds(366 * 86_400)

    func read(_ field: Field) -> ScheduleRule? {
        guard
            let members = field.mapping(["entity", "at", "offset", "until", "while", "unless", "again", "from", "late"]
            ),
            let time = members.required("at", hint: "set a time of the entity, such as `at: startsAt`")?.string(.word),
            let entity = entity(members, time: time, field)
        else { return nil }
        return ScheduleRule(
            type: type,
            entity: entity,
            time: time,
            offset: members["offset"].flatMap(offset) ?? .zero,
            until: members["until"]?.string(.word),
            statuses: statuses(members["while"]),
            exceptStatuses: statuses(members["unless"]),
            again: members["again"]?.duration(upTo: FiringRecipients.longestAgain) ?? ScheduleRule.usualAgain,
            sources: sources(members["from"]),
            late: members["late"]?.choice(LateWord.self) == .send ? .send(life: life) : .skip
        )
    }

    private enum LateWord: String, CaseIterable { case send, skip }

    /// The entity type may be left out when only one has such a time.
    private func entity(_ members: Fields, time: String, _ field: Field) -> EntityTypeID? {
        if let named = members["entity"] { return named.string(.id).map { EntityTypeID($0) } }
        let candidates = entities.filter { $0.value.times.contains(time) }.keys.sorted()
        if candidates.count == 1 { return candidates.first }
        field.error(
            "missing-key",
            candidates.isEmpty
                ? "no entity type has a time `\(time)`; declare it under `entities`"
                : "several entity types have `\(time)`; choose one, such as `entity: \(candidates[0])`"
        )
        return nil
    }

    private func statuses(_ field: Field?) -> [String] {
        let list = field?.mapping(["status"])?.required("status", hint: "list statuses, such as `[active]`")
        return list?.oneOrMore().map { uniqueNames($0, shape: .word) } ?? []
    }

    private func offset(_ field: Field) -> Duration? {
        let most = "at most \(Self.longest.catalogText) before or after"
        guard case .scalar(let text, _) = field.node, let value = Duration(signedCatalog: text) else {
            field.error("bad-value", "expected a duration of \(most), with or without a sign, such as `-1h` or `4h`")
            return nil
        }
        guard (.zero - Self.longest...Self.longest).contains(value) else {
            field.error("bad-value", "`\(text)` is too long; set \(most)")
            return nil
        }
        return value
    }

    private func sources(_ field: Field?) -> [String: String] {
        var sources: [String: String] = [:]
        for (variable, item) in field?.openMapping()?.all ?? [] { sources[variable] = item.string(.word) }
        return sources
    }
}
