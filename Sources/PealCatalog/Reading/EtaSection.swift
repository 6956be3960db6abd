import PealCore

/// Reads `eta`: when members of an entity reply when they arrive (R191–R210).
struct EtaSection {
    let copy: CopySection
    /// The declared times of the entity type.
    let times: [String]

    private static let keys = [
        "at", "opens", "clears", "hostRole", "active", "checkedIn", "cancelled", "requests", "show", "confirmations",
        "confirmationsWithoutHost", "cantMakeIt", "hostNotice",
    ]
    private static let longest = Duration.seconds(30 * 86_400)

    func read(_ field: Field) -> EtaRules? {
        guard let members = field.mapping(Self.keys), let time = time(members, field) else { return nil }
        var rules = EtaRules(time: time)
        if let opens = members["opens"]?.duration(upTo: Self.longest) { rules.opens = opens }
        if let clears = members["clears"]?.duration(upTo: Self.longest) { rules.clears = clears }
        if let role = members["hostRole"]?.string(.word) { rules.hostRole = role }
        if let active = members["active"].flatMap(statuses) { rules.active = active }
        if let checkedIn = members["checkedIn"]?.string(.word) { rules.checkedIn = checkedIn }
        if let cancelled = members["cancelled"]?.string(.word) { rules.cancelled = cancelled }
        rules.requests = names(members.required("requests", hint: "list the types that ask, such as `[reminder]`"))
        rules.show = members["show"]?.list().map { uniqueNames($0, shape: .word) } ?? []
        rules.confirmations = confirmations(members["confirmations"])
        rules.confirmationsWithoutHost = confirmations(members["confirmationsWithoutHost"])
        rules.cancelsRSVP = members["cantMakeIt"]?.choice(Cancelling.self) == .cancel
        rules.hostNotice = members["hostNotice"].flatMap(notice)
        return rules
    }

    /// The only time of the entity type may be left out.
    private func time(_ members: Fields, _ field: Field) -> String? {
        if let named = members["at"] { return named.string(.word) }
        if times.count == 1 { return times.first }
        let choice = times.first.map { "set the time that replies are about, such as `at: \($0)`" }
        field.error("missing-key", "`at` is missing; \(choice ?? "declare a time, such as `times: [startsAt]`")")
        return nil
    }

    /// What "can't make it" does to the RSVP.
    private enum Cancelling: String, CaseIterable {
        case ask, cancel
    }

    /// A type, or a mapping with the minutes.
    private func notice(_ field: Field) -> EtaHostNotice? {
        if case .scalar = field.node { return field.string(.id).map { EtaHostNotice(type: TypeID($0)) } }
        guard let members = field.mapping(["type", "minutesLate"]),
            let type = members.required("type", hint: "set the type that hosts get")?.string(.id)
        else { return nil }
        let minutes = members["minutesLate"]?.integer(in: EtaReply.minutes)
        return EtaHostNotice(type: TypeID(type), minutesLate: minutes ?? EtaHostNotice.usualMinutes)
    }

    private func statuses(_ field: Field) -> [String]? {
        guard let items = field.list() else { return nil }
        if items.isEmpty { field.error("bad-value", "list at least one status; nobody could reply otherwise") }
        return uniqueNames(items, shape: .word)
    }

    private func names(_ field: Field?) -> [TypeID] {
        guard let field, let items = field.list() else { return [] }
        if items.isEmpty { field.error("bad-value", "list at least one type; replies would never open otherwise") }
        return uniqueNames(items, shape: .id).map { TypeID($0) }
    }

    private func confirmations(_ field: Field?) -> [EtaStatus: LocalizedTemplate] {
        var texts: [EtaStatus: LocalizedTemplate] = [:]
        guard let members = field?.mapping(EtaStatus.allCases.map(\.key)) else { return texts }
        for status in EtaStatus.allCases { texts[status] = members[status.key].map(copy.templates) }
        return texts
    }
}
