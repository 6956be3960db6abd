import PealCore

/// Reads catalog files: YAML in, a checked `Catalog` or a list of everything that is wrong out (design §3).
public struct CatalogReader {
    /// Reads one catalog and looks for every problem at once.
    /// - Parameters:
    ///   - yaml: the text of the file, at most 1 MiB.
    ///   - file: the name that findings carry.
    /// - Returns: the catalog, unless a finding is an error, and everything found.
    public static func read(yaml: String, file: String) -> CatalogReading {
        let log = FindingLog(file: file)
        var source = SourceReader(log: log)
        guard let root = source.read(yaml),
            let draft = CatalogSection(field: Field(node: root, path: "", log: log)).read()
        else { return CatalogReading(catalog: nil, findings: log.sorted()) }
        CatalogLint(catalog: draft, log: log).run()
        let findings = log.sorted()
        let isUsable = !findings.contains { $0.severity == .error }
        return CatalogReading(catalog: isUsable ? draft : nil, findings: findings)
    }
}
