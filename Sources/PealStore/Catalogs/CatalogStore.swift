public import PealCore

/// Keeps catalogs: published ones, since content is rendered under the version that accepted a trigger, and drafts.
///
/// The published version with the highest number is in force. They are written by ``Change/catalog(_:)``.
public protocol CatalogStore: Sendable {
    /// What a text or a version of an app is judged by, in one snapshot.
    func catalogFacts(of app: AppID, asking version: Int?) async throws -> CatalogFacts

    /// The published versions of an app that triggers may still refer to, oldest first; at most the newest 100.
    func catalogs(app: AppID) async throws -> [PublishedCatalog]

    /// What is known of a version, with its text; `nil` when the app has none of that number.
    func catalog(version: Int, app: AppID) async throws -> (record: CatalogRecord, yaml: String)?

    /// The versions of an app, newest first, drafts too.
    func catalogRecords(app: AppID, page: PageRequest) async throws -> Page<CatalogRecord>
}
