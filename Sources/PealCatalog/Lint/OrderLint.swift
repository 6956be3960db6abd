import PealCore

/// Looks at types that keep an order among pushes about one entity.
struct OrderLint {
    let catalog: Catalog
    let type: NotificationType
    let path: String
    let log: FindingLog

    func run() {
        for other in type.supersedes.sorted() {
            if other == type.id {
                log.error("\(path).supersedes", "bad-value", "`\(other)` cannot supersede itself; remove it")
            } else if catalog.type(other) == nil {
                let hint = NearName.hint(for: other.rawValue, among: catalog.types.map(\.id.rawValue))
                log.error("\(path).supersedes", "unknown-type", "unknown type `\(other)`\(hint)")
            } else if catalog.type(other)?.supersedes.contains(type.id) == true, type.id < other {
                log.error(
                    "\(path).supersedes",
                    "bad-value",
                    "`\(other)` supersedes this type too; remove one of the two"
                )
            }
        }
    }
}
