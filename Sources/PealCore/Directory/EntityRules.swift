/// What a catalog says of entities and their members: types, parents, statuses, times and roles.
public struct EntityRules: Sendable {
    let catalog: Catalog

    /// Reads the rules of a catalog.
    public init(catalog: Catalog) { self.catalog = catalog }

    /// One broken rule.
    public struct Problem: Sendable, Equatable {
        /// The kind of problem; `nil` for one without a code of its own.
        public var code: DirectoryCheck.Problem.Code?
        /// What is wrong and how to fix it.
        public var detail: String
        /// A JSON pointer within the entity; empty for the entity itself.
        public var pointer: String
    }

    /// Whether an entity has the parent that its type asks for.
    /// - Parameters:
    ///   - ref: the entity.
    ///   - named: the parent that is sent with it.
    ///   - stored: the parent that it keeps when none is sent; `nil` where it is replaced whole.
    ///   - isKnown: whether an entity exists, or comes into being with it.
    /// - Returns: `parent-required` or `unknown-parent`; `nil` when nothing is wrong.
    public func parentProblem(
        of ref: EntityRef,
        named: EntityRef?,
        stored: EntityRef?,
        isKnown: (EntityRef) -> Bool
    ) -> Problem? {
        guard let parent = catalog.entities[ref.type]?.parent else { return nil }
        guard let named else {
            guard stored == nil else { return nil }
            return Problem(
                code: .parentRequired,
                detail: """
                    every \(ref.type) belongs to a parent of type \(parent): send it as `parent`; PUT replaces the \
                    entity, PATCH changes what you send
                    """,
                pointer: "/parent"
            )
        }
        guard !isKnown(named) else { return nil }
        let detail = "`\(named)` is unknown; check its id, or put it first"
        return Problem(code: .unknownParent, detail: detail, pointer: "/parent")
    }

    /// Every rule an entity breaks.
    public func problems(
        with ref: EntityRef,
        parent: EntityRef?,
        status: String?,
        times: [String: Timestamp?]?
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
        if let status, let detail = unknown(status, "status", of: ref.type, among: declaration.statuses) {
            found.append(Problem(detail: detail, pointer: "/status"))
        }
        var hints = HintAllowance()
        for name in (times ?? [:]).keys.sorted() where !declaration.times.contains(name) {
            let hint = hints.hint(for: name, among: NearNames(declaration.times))
            found.append(
                Problem(
                    detail: "unknown time `\(name)` of \(ref.type)\(hint)",
                    pointer: "/times/\(JSONPointer.escape(name))"
                )
            )
        }
        return found
    }

    /// The message about a name that a type does not declare; `nil` when it does, or takes any.
    func unknown(_ name: String, _ kind: String, of type: EntityTypeID, among known: [String]) -> String? {
        guard !known.isEmpty, !known.contains(name) else { return nil }
        return "unknown \(kind) `\(name)` of \(type)\(NearName.hint(for: name, among: known))"
    }

    /// The message about an undeclared type.
    public func unknownType(_ type: EntityTypeID) -> String {
        "unknown entity type `\(type)`"
            + NearName.hint(for: type.rawValue, among: catalog.entities.keys.map(\.rawValue))
    }
}
