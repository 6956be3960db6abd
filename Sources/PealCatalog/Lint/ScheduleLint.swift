import PealCore

/// Looks at a type that fires by itself: nobody is there to say what a trigger would say.
struct ScheduleLint {
    let catalog: Catalog
    let type: NotificationType
    let rule: ScheduleRule
    let path: String
    let log: FindingLog

    func run() {
        lintAudience()
        for variable in rule.sources.keys.sorted() where !type.variables.contains(where: { $0.name == variable }) {
            let hint = NearName.hint(for: variable, among: type.variables.map(\.name))
            log.error(
                "\(path).schedule.from.\(variable)",
                "unknown-variable",
                "unknown variable `\(variable)`\(hint)"
            )
        }
        for variable in type.variables where variable.isOtherMember {
            log.error(
                "\(path).data.\(variable.name).from",
                "bad-value",
                "a scheduled type takes its values from the entity: name an attribute in `schedule.from`"
            )
        }
        guard let entity = catalog.entities[rule.entity] else {
            let hint = NearName.hint(for: rule.entity.rawValue, among: catalog.entities.keys.map(\.rawValue))
            log.error(
                "\(path).schedule.entity",
                "unknown-entity",
                "unknown entity type `\(rule.entity)`\(hint)"
            )
            return
        }
        for (key, time) in [("at", rule.time), ("until", rule.until)] {
            guard let time, !entity.times.contains(time) else { continue }
            let hint = NearName.hint(for: time, among: entity.times)
            log.error("\(path).schedule.\(key)", "unknown-time", "unknown time `\(time)` of `\(rule.entity)`\(hint)")
        }
        if rule.late != .skip, rule.until == nil {
            log.warn(
                "\(path).schedule.late",
                "late-without-end",
                "with `late: send` it may come when what it reminds of is over; add `until: \(rule.time)` or another time"
            )
        }
        lint(rule.statuses, of: entity, "while")
        lint(rule.exceptStatuses, of: entity, "unless")
        for variable in type.variables {
            guard let source = rule.sources[variable.name], entity.times.contains(source), variable.type != .instant
            else { continue }
            log.error(
                "\(path).schedule.from.\(variable.name)",
                "bad-value",
                "`\(source)` is a time, so the variable must be of `type: instant`"
            )
        }
    }

    private func lint(_ statuses: [String], of entity: EntityDeclaration, _ key: String) {
        for status in statuses where !entity.statuses.isEmpty && !entity.statuses.contains(status) {
            let hint = NearName.hint(for: status, among: entity.statuses)
            log.error(
                "\(path).schedule.\(key).status",
                "unknown-status",
                "unknown status `\(status)` of `\(rule.entity)`\(hint)"
            )
        }
    }

    private func lintAudience() {
        guard type.defaultAudience == nil else { return }
        log.error(
            "\(path).audience",
            "schedule-without-audience",
            "a scheduled type needs a default audience; add `audience: {default: …}`"
        )
    }
}
