import PealCore

/// Looks at a type's conditions and at rules that can never decide.
struct ConditionLint {
    let catalog: Catalog
    let type: NotificationType
    let path: String
    let log: FindingLog

    func run() {
        for role in type.actorRoles.sorted() { RoleNames(catalog).check(role, "\(path).actors.roles", log) }
        if let condition = type.condition { check(condition, "\(path).if") }
        for (bypass, condition) in type.conditionalBypass.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            check(condition, "\(path).bypass.\(bypass.rawValue).if")
        }
        var earlier: [Condition] = []
        for (index, rule) in type.priority.rules.enumerated() {
            let location = "\(path).priority.rules[\(index)]"
            check(rule.condition, "\(location).if")
            if earlier.contains(where: { Self.covers($0, rule.condition) }) {
                log.error(
                    location,
                    "unreachable-rule",
                    "an earlier rule always applies; remove this one or move it up"
                )
            }
            earlier.append(rule.condition)
        }
    }

    private func check(_ condition: Condition, _ location: String) {
        switch condition {
        case .recipientRole(let names):
            let roles = RoleNames(catalog)
            for role in names.sorted() { roles.check(role, location, log) }
        case .actorKind: break
        case .recipientOwns(let entity, let statuses): check(entity, statuses, location)
        case .data(let name, let value): check(name, value, location)
        case .all(let parts), .any(let parts):
            for part in parts { check(part, location) }
        }
    }

    private func check(_ entity: EntityTypeID, _ statuses: Set<String>, _ location: String) {
        guard let declaration = catalog.entities[entity] else {
            let hint = NearName.hint(for: entity.rawValue, among: catalog.entities.keys.map(\.rawValue))
            log.error(location, "unknown-entity", "unknown entity type `\(entity)`\(hint)")
            return
        }
        guard !declaration.statuses.isEmpty else { return }
        for status in statuses.subtracting(declaration.statuses).sorted() {
            let hint = NearName.hint(for: status, among: declaration.statuses)
            log.error(location, "unknown-status", "unknown status `\(status)` of `\(entity)`\(hint)")
        }
    }

    private func check(_ name: String, _ value: JSONValue, _ location: String) {
        guard let variable = type.variables.first(where: { $0.name == name }) else {
            guard !log.has("\(path).data.\(name)") else { return }
            let hint = NearName.hint(for: name, among: type.variables.map(\.name))
            log.error(location, "unknown-variable", "unknown variable `\(name)`\(hint)")
            return
        }
        do throws(VariableValue.Problem) {
            _ = try VariableValue(json: value, as: variable.type)
        } catch {
            log.error(
                location,
                "bad-value",
                "`\(name)` is of type \(variable.type.rawValue) and can never have this value: \(error.message)"
            )
        }
    }

    /// Whether the first condition holds whenever the second does.
    private static func covers(_ first: Condition, _ second: Condition) -> Bool {
        if first == second, first != .any([]) { return true }
        switch (first, second) {
        case (.all([]), _): return true
        case (.recipientRole(let wide), .recipientRole(let narrow)): return narrow.isSubset(of: wide)
        case (.actorKind(let wide), .actorKind(let narrow)): return narrow.isSubset(of: wide)
        case (.recipientOwns(let a, let wide), .recipientOwns(let b, let narrow)):
            return a == b && (wide.isEmpty || (!narrow.isEmpty && narrow.isSubset(of: wide)))
        case (.any(let parts), _): return parts.contains { covers($0, second) }
        case (_, .all(let parts)): return parts.contains { covers(first, $0) }
        default: return false
        }
    }
}
