import PealCore

/// Looks at types that end others about the same entity: those that wait, or those that are shown.
struct OrderLint {
    let catalog: Catalog
    let type: NotificationType
    let path: String
    let log: FindingLog

    func run() {
        check("supersedes", "supersede") { $0.supersedes }
        check("resolves", "resolve") { $0.resolves?.types ?? [] }
        if let rule = type.resolves { checkVariables(of: rule) }
    }

    private func check(_ key: String, _ verb: String, _ ended: (NotificationType) -> Set<TypeID>) {
        for other in ended(type).sorted() {
            if other == type.id {
                log.error("\(path).\(key)", "bad-value", "`\(other)` cannot \(verb) itself; remove it")
            } else if catalog.type(other) == nil {
                let hint = NearName.hint(for: other.rawValue, among: catalog.types.map(\.id.rawValue))
                log.error("\(path).\(key)", "unknown-type", "unknown type `\(other)`\(hint)")
            } else if catalog.type(other).map({ ended($0).contains(type.id) }) == true, type.id < other {
                log.error(
                    "\(path).\(key)",
                    "bad-value",
                    "`\(other)` \(key) this type too; remove one of the two"
                )
            }
        }
    }

    /// Both triggers need the variables that are compared.
    private func checkVariables(of rule: ResolveRule) {
        for owner in [type] + rule.types.sorted().compactMap(catalog.type) {
            let known = owner.variables.map(\.name)
            for name in rule.same where !known.contains(name) {
                log.error(
                    "\(path).resolves.same",
                    "unknown-variable",
                    "unknown variable `\(name)` of `\(owner.id)`\(NearName.hint(for: name, among: known))"
                )
            }
        }
    }
}
