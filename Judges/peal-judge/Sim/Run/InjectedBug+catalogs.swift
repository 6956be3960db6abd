import PealCore

extension InjectedBug? {
    /// The catalog that the engine is given.
    func applied(to catalog: Catalog) -> Catalog {
        guard self == .ignoreSummaries else { return catalog }
        var catalog = catalog
        for index in catalog.types.indices { catalog.types[index].summary = nil }
        return catalog
    }
}
