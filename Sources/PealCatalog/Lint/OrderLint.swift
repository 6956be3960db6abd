import PealCore

/// Looks at types that end others about the same entity: those that wait, or those that are shown.
struct OrderLint {
    let catalog: Catalog
    let type: NotificationType
    let path: String
    let log: FindingLog

    func run() {
        check(\.supersedes, "supersedes", "supersede")
        check(\.resolves, "resolves", "resolve")
    }

    private func check(_ others: KeyPath<NotificationType, Set<TypeID>>, _ key: String, _ verb: String) {
        for other in type[keyPath: others].sorted() {
            if other == type.id {
                log.error("\(path).\(key)", "bad-value", "`\(other)` cannot \(verb) itself; remove it")
            } else if catalog.type(other) == nil {
                let hint = NearName.hint(for: other.rawValue, among: catalog.types.map(\.id.rawValue))
                log.error("\(path).\(key)", "unknown-type", "unknown type `\(other)`\(hint)")
            } else if catalog.type(other)?[keyPath: others].contains(type.id) == true, type.id < other {
                log.error(
                    "\(path).\(key)",
                    "bad-value",
                    "`\(other)` \(key) this type too; remove one of the two"
                )
            }
        }
    }
}
