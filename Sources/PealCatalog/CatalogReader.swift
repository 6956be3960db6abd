public import PealCore

/// Reads catalog files: YAML in, a checked `Catalog` or a list of everything that is wrong out (design §3).
public struct CatalogReader {
    /// Reads one catalog and looks for every problem at once.
    /// - Parameters:
    ///   - yaml: the text of the file, at most 1 MiB.
    ///   - file: the name that findings carry.
    ///   - providers: the push services that it may list.
    ///   - zones: the zones there are.
    ///   - assets: the files of the app; without them no sound is looked for.
    /// - Returns: the catalog, unless a finding is an error, and everything found.
    public static func read(
        yaml: String,
        file: String,
        providers: Providers,
        zones: ZoneNames = .system,
        assets: AppAssets? = nil
    ) -> CatalogReading {
        let log = FindingLog(file: file)
        guard let draft = draft(yaml, providers, zones, log) else {
            return CatalogReading(catalog: nil, findings: log.sorted())
        }
        CatalogLint(catalog: draft, log: log).run()
        if let assets { AppSoundLint(catalog: draft, assets: assets, log: log).run() }
        let findings = log.sorted()
        return CatalogReading(catalog: log.hasErrors ? nil : draft, findings: findings)
    }

    /// Reads a version that was checked when it was published.
    ///
    /// Rules that came later, or a zone that the system has lost, do not take it out of force: what was accepted under
    /// it is still told in its words.
    /// - Parameters:
    ///   - yaml: the text as it was published.
    ///   - providers: the push services that it may list.
    /// - Returns: the catalog; `nil` when the text has a part that cannot be read any more.
    public static func published(yaml: String, providers: Providers) -> Catalog? {
        let log = FindingLog(file: "")
        guard let draft = draft(yaml, providers, nil, log), !log.hasErrors else { return nil }
        return draft
    }

    private static func draft(
        _ yaml: String,
        _ providers: Providers,
        _ zones: ZoneNames?,
        _ log: FindingLog
    ) -> Catalog? {
        var source = SourceReader(log: log)
        return source.read(yaml).flatMap { root in
            CatalogSection(field: Field(node: root, path: "", log: log), providers: providers, zones: zones).read()
        }
    }
}
