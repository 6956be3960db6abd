extension APIRoute {
    /// The catalog in force, or another version of it.
    public static let getCatalog = api(.get, "/catalog", .backend(.catalog), query: ["version"])
    /// Publishes a catalog, or keeps it as a draft.
    public static let putCatalog = api(
        .put,
        "/catalog",
        .backend(.catalog),
        query: ["dryRun", "draft", "reviewedBy"],
        body: usualBodyLimit,
        media: .yaml
    )
    /// Finds every problem of a catalog.
    public static let lintCatalog = api(.post, "/catalog/lint", .backend(.catalog), body: usualBodyLimit, media: .yaml)
    /// Shows what a device would show.
    public static let previewCatalog = api(.post, "/catalog/preview", .backend(.catalog), body: usualBodyLimit)
    /// Lists the versions of the catalog, drafts too.
    public static let listCatalogVersions = api(.get, "/catalog/versions", .backend(.catalog), query: page)
    /// Puts a draft in force.
    public static let publishCatalogVersion = api(
        .post,
        "/catalog/versions/{version}/publish",
        .backend(.catalog),
        body: usualBodyLimit
    )
    /// Publishes the text of an earlier version again.
    public static let rollBackCatalog = api(.post, "/catalog/rollback", .backend(.catalog), body: usualBodyLimit)
    /// What one version says otherwise than another.
    public static let diffCatalogVersions = api(.get, "/catalog/diff", .backend(.catalog), query: ["from", "to"])
    /// What another catalog would have done otherwise with recorded traffic.
    public static let diffCatalogTraffic = api(
        .post,
        "/catalog/diff",
        .backend(.catalog),
        query: ["since", "limit"],
        body: usualBodyLimit,
        media: .yaml
    )

    /// Every call about the catalog.
    public static let catalogCalls: [APIRoute] = [
        getCatalog, putCatalog, lintCatalog, previewCatalog, listCatalogVersions, publishCatalogVersion,
        rollBackCatalog,
        diffCatalogVersions, diffCatalogTraffic,
    ]
}
