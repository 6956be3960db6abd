import PealCore

/// Reads how urgent a type is: a name, `variable`, or `{default, rules}`.
enum PrioritySection {
    static func read(_ field: Field) -> PriorityRule {
        if case .scalar(let text, _) = field.node {
            if text == "variable" { return PriorityRule(fallback: .normal, variable: true) }
            return PriorityRule(fallback: field.choice(Priority.self) ?? .normal)
        }
        guard let members = field.mapping(["default", "rules", "variable"]) else {
            return PriorityRule(fallback: .normal)
        }
        var rule = PriorityRule(fallback: .normal, variable: members["variable"]?.bool() ?? false)
        let fallback =
            rule.variable
            ? members["default"] : members.required("default", hint: "set the priority that applies when no rule does")
        if let priority = fallback?.choice(Priority.self) { rule.fallback = priority }
        for item in members["rules"]?.list() ?? [] {
            guard let parts = item.mapping(["if", "then"]) else { continue }
            let priority = parts.required("then", hint: "name a priority")?.choice(Priority.self)
            // A rule without `if` always applies; what follows it is reported as unreachable.
            let condition = parts["if"].map(ConditionSection.read) ?? .all([])
            // An empty rule in its place keeps the positions of the rules that follow.
            rule.rules.append(.init(condition: condition ?? .any([]), priority: priority ?? .normal))
        }
        return rule
    }
}
