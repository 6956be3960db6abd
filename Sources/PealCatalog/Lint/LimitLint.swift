import PealCore

/// Looks at sender limits: the types they count must exist.
struct LimitLint {
    let catalog: Catalog
    let log: FindingLog

    func run() {
        for (index, limit) in catalog.limits.enumerated() {
            for type in limit.types where catalog.type(type) == nil {
                let hint = NearName.hint(for: type.rawValue, among: catalog.types.map(\.id.rawValue))
                log.error("limits[\(index)].types", "unknown-type", "`\(type)` is not in `types`\(hint)")
            }
        }
    }
}
