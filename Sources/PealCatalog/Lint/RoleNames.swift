import PealCore

/// The roles that entities declare; where none does, any role may exist.
struct RoleNames {
    private let known: Set<String>

    init(_ catalog: Catalog) { known = Set(catalog.entities.values.flatMap(\.roles)) }

    func check(_ role: String, _ path: String, _ log: FindingLog) {
        guard !known.isEmpty, !known.contains(role) else { return }
        let hint = NearName.hint(for: role, among: Array(known))
        log.error(path, "unknown-role", "unknown role `\(role)`\(hint)")
    }
}
