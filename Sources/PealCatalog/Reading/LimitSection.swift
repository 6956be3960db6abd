import PealCore

/// Reads `limits`: how much a sender may say in a stretch of the calendar (R160).
struct LimitSection {
    let copy: CopySection
    var zones: ZoneNames?

    func read(_ field: Field?) -> [SenderLimit] {
        var limits: [SenderLimit] = []
        for item in field?.list() ?? [] {
            guard let limit = limit(item) else { continue }
            if limits.contains(where: { $0.id == limit.id }) {
                item.error("duplicate-id", "duplicate limit `\(limit.id)`; set another `id`")
            }
            limits.append(limit)
        }
        return limits
    }

    private func limit(_ field: Field) -> SenderLimit? {
        let keys = ["id", "types", "scope", "max", "per", "tz", "onExceed", "title", "body"]
        guard let members = field.mapping(keys) else { return nil }
        let types = members.required("types", hint: "list the types that count, such as `[announcement]`")?.oneOrMore()
        let scope = members.required("scope", hint: "set it to org or actor")?.choice(SenderLimit.Scope.self)
        let maximum = members.required("max", hint: "set how many may be sent")?.integer(in: 1...1_000_000)
        let unit = members.required("per", hint: "set a calendar period, such as `calendar-day`")
            .flatMap(Self.unit)
        let zone = members["tz"].flatMap(zone) ?? .org
        let excess = members["onExceed"]?.choice(SenderLimit.Excess.self) ?? .reject
        guard let types, let scope, let maximum, let unit else { return nil }
        let names = uniqueNames(types, shape: .id)
        guard let first = names.first else {
            field.error("bad-value", "list at least one type")
            return nil
        }
        return SenderLimit(
            id: members["id"]?.string(.id) ?? "\(first)-\(unit.rawValue)",
            types: names.map { TypeID($0) },
            scope: scope,
            max: maximum,
            per: unit,
            zone: zone,
            onExceed: excess,
            copy: words(members, excess)
        )
    }

    /// The text of a digest; nothing else that a limit does has one.
    private func words(_ members: Fields, _ excess: SenderLimit.Excess) -> DigestCopy {
        let copy = DigestCopy(
            title: members["title"].map(copy.templates),
            body: members["body"].map(copy.templates)
        )
        if excess != .digest, !copy.isEmpty {
            let key = copy.title == nil ? "body" : "title"
            members[key]?.error("bad-value", "only `onExceed: digest` has texts of its own; remove `\(key)`")
        }
        return copy
    }

    private static func unit(_ field: Field) -> CalendarUnit? {
        guard let text = field.string() else { return nil }
        let name = text.hasPrefix("calendar-") ? String(text.dropFirst("calendar-".count)) : text
        guard let unit = CalendarUnit(rawValue: name) else {
            let names = CalendarUnit.allCases.map { "calendar-\($0.rawValue)" }
            field.error("bad-value", "unknown value `\(text.prefix(64))`" + NearName.hint(for: text, among: names))
            return nil
        }
        return unit
    }

    private func zone(_ field: Field) -> SenderLimit.ZoneChoice? {
        switch field.string(.zone) {
        case nil: return nil
        case "org": return .org
        case "app": return .app
        case .some: return field.zone(of: zones).map(SenderLimit.ZoneChoice.named)
        }
    }
}
