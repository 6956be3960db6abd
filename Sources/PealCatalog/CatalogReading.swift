public import PealCore

/// What reading a catalog file gave.
public struct CatalogReading: Sendable, Equatable {
    /// The catalog, when no finding is an error.
    public var catalog: Catalog?
    /// Everything found, in the order of the file.
    public var findings: [Finding]

    /// Joins both parts.
    public init(catalog: Catalog?, findings: [Finding]) {
        self.catalog = catalog
        self.findings = findings
    }
}
