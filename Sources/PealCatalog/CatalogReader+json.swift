public import PealCore

extension CatalogReader {
    /// The bare content of a catalog's text, to compare two of them; `nil` when it is no YAML that catalogs may be.
    public static func json(yaml: String) -> JSONValue? {
        var source = SourceReader(log: FindingLog(file: ""))
        return source.read(yaml)?.json
    }
}
