import PealCore

/// Reads the declared entity types.
struct EntitySection {
    let copy: CopySection

    func read(_ field: Field?) -> [EntityTypeID: EntityDeclaration] {
        var entities: [EntityTypeID: EntityDeclaration] = [:]
        for (name, item) in field?.openMapping()?.all ?? [] {
            checkID(name, item)
            guard let members = item.mapping(["parent", "roles", "statuses", "memberStatuses", "times", "eta"]) else {
                continue
            }
            let times = words(members["times"])
            entities[EntityTypeID(name)] = EntityDeclaration(
                parent: members["parent"]?.string(.id).map(EntityTypeID.init(_:)),
                roles: words(members["roles"]),
                statuses: words(members["statuses"]),
                memberStatuses: words(members["memberStatuses"]),
                times: times,
                eta: members["eta"].flatMap(EtaSection(copy: copy, times: times).read)
            )
        }
        return entities
    }

    private func words(_ field: Field?) -> [String] {
        field?.list().map { uniqueNames($0, shape: .word) } ?? []
    }
}

/// Reports a member whose name is no id.
func checkID(_ name: String, _ field: Field) {
    guard !NameShape.id.accepts(name) else { return }
    field.error("bad-value", "`\(name.prefix(64))` is not \(NameShape.id.description)")
}
