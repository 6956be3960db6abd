/// What a catalog says of entities: types, parents, statuses, times and roles.
public struct EntityRules: Sendable {
    private let catalog: Catalog

    /// Reads the rules of a catalog.
    public init(catalog: Catalog) { self.catalog = catalog }

    /// One broken rule.
    public struct Problem: Sendable, Equatable {
        /// What is wrong and how to fix it.
        public var detail: String
        /// A JSON pointer within the entity; empty for the entity itself.
        public var pointer: String
    }

    /// Every rule an entity breaks.
    public func problems(
        with ref: EntityRef,
        parent: EntityRef?,
        status: String?,
        times: [String: Timestamp]?
    ) -> [Problem] {
        guard let declaration = catalog.entities[ref.type] else {
            return [Problem(detail: unknownType(ref.type), pointer: "")]
        }
        var found: [Problem] = []
        if let parent {
            if declaration.parent == nil {
                found.append(Problem(detail: "\(ref.type) has no parent", pointer: "/parent"))
            } else if let expected = declaration.parent, expected != parent.type {
                found.append(
                    Problem(detail: "the parent of \(ref.type) must be of type \(expected)", pointer: "/parent")
                )
            }
        }
        if let status, !declaration.statuses.isEmpty, !declaration.statuses.contains(status) {
            let hint = NearName.hint(for: status, among: declaration.statuses)
            found.append(Problem(detail: "unknown status `\(status)` of \(ref.type)\(hint)", pointer: "/status"))
        }
        for name in (times ?? [:]).keys.sorted() where !declaration.times.contains(name) {
            let hint = NearName.hint(for: name, among: declaration.times)
            found.append(
                Problem(
                    detail: "unknown time `\(name)` of \(ref.type)\(hint)",
                    pointer: "/times/\(JSONPointer.escape(name))"
                )
            )
        }
        return found
    }

    /// Whether a role may be given to a member.
    public func problem(withRole role: String?, in type: EntityTypeID) -> Problem? {
        guard let declaration = catalog.entities[type] else { return Problem(detail: unknownType(type), pointer: "") }
        guard let role, !declaration.roles.isEmpty, !declaration.roles.contains(role) else { return nil }
        return Problem(
            detail: "unknown role `\(role)` of \(type)\(NearName.hint(for: role, among: declaration.roles))",
            pointer: "/role"
        )
    }

    /// The message about an undeclared type.
    public func unknownType(_ type: EntityTypeID) -> String {
        "unknown entity type `\(type)`"
            + NearName.hint(for: type.rawValue, among: catalog.entities.keys.map(\.rawValue))
    }
}
