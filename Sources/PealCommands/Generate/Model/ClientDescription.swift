import PealCore

/// What a generated file offers, in no language yet: one function for each type of a catalog, and the names it uses.
struct ClientDescription: Equatable {
    /// The app, which is also the audience of its users' tokens.
    let app: String
    /// The SHA-256 of the catalog's text, in hexadecimal digits.
    let catalogHash: String
    /// The entity types, sorted.
    let entityTypes: [String]
    /// The priorities that a trigger may name, most urgent first, then the app's aliases.
    let priorities: [String]
    /// One for each type, in the order of the catalog.
    let functions: [ClientFunction]

    /// Reads what a catalog declares.
    init(_ catalog: Catalog, hash: String) {
        app = catalog.app.rawValue
        catalogHash = hash
        entityTypes = catalog.entities.keys.map(\.rawValue).sorted()
        let standard = Priority.allCases.sorted(by: >).map(\.rawValue)
        // The server reads names in any case, so an alias such as `HIGH` adds no choice.
        let aliases = catalog.priorityAliases.keys.filter { !standard.contains($0.lowercased()) }
        priorities = standard + aliases.sorted()
        functions = catalog.types.map { ClientFunction($0, in: catalog) }
    }

    /// Every set of audiences that a function lets its caller choose from, sorted.
    var audiences: [[AudienceKind]] {
        let used = functions.flatMap(\.parameters).compactMap { parameter in
            if case .audience(let kinds) = parameter.kind { kinds } else { nil }
        }
        return Set(used).sorted { $0.map(\.rawValue).lexicographicallyPrecedes($1.map(\.rawValue)) }
    }
}
