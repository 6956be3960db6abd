import PealCore

/// Reads what a type bypasses: a list, or a mapping where single ones have a condition.
enum BypassSection {
    /// The parts of a type's `bypass`.
    struct Rule {
        var always: Set<Bypass> = []
        var conditional: [Bypass: Condition] = [:]
    }

    static func read(_ field: Field) -> Rule {
        guard case .mapping = field.node else {
            return Rule(always: Set(field.oneOrMore()?.compactMap { $0.choice(Bypass.self) } ?? []))
        }
        var rule = Rule()
        for (name, item) in field.mapping(Bypass.allCases.map(\.rawValue))?.all ?? [] {
            guard let bypass = Bypass(rawValue: name) else { continue }
            if case .scalar = item.node {
                if item.bool() == true { rule.always.insert(bypass) }
            } else if bypass != .quietHours {
                item.error("bad-value", "only `quietHours` can have a condition; use `\(name): true`")
            } else if let condition = item.mapping(["if"])?.required("if", hint: "set a condition on the recipient") {
                rule.conditional[bypass] = ConditionSection.read(condition)
            }
        }
        return rule
    }
}
