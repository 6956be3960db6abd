import PealCore

/// Looks for variables that nothing of the catalog reads: often a text that was forgotten, or a name that was misspelt in it.
struct VariableLint {
    let catalog: Catalog
    let type: NotificationType
    let path: String
    let log: FindingLog

    func run() {
        let used = names
        for variable in type.variables where !used.contains(variable.name) {
            log.warn(
                "\(path).data.\(variable.name)",
                "unused-variable",
                "no text, link or rule uses `\(variable.name)`; use it, or remove it unless the app reads it in `data`"
            )
        }
    }

    private var names: Set<String> {
        let copies =
            [type.digest?.copy, type.throttle?.copy, type.summary?.copy] + catalog.limits(of: type.id).map(\.copy)
        let digests = copies.flatMap { copy in [copy?.title, copy?.body].compactMap(\.self) }
            .flatMap { Array($0.byLocale.values) }
        let keys = [type.dedupe?.key, type.digest?.key, type.image].compactMap(\.self)
        var names = Set(
            (type.templates + digests + keys).flatMap(\.variableNames).map { Template.summedVariable($0) ?? $0 }
        )
        let conditions = [type.condition].compactMap(\.self) + type.priority.rules.map(\.condition)
        for condition in conditions { add(condition, to: &names) }
        return names
    }

    private func add(_ condition: Condition, to names: inout Set<String>) {
        switch condition {
        case .data(let name, _): names.insert(name)
        case .all(let parts), .any(let parts):
            for part in parts { add(part, to: &names) }
        case .recipientRole, .actorKind, .recipientOwns: break
        }
    }
}
