public import PealCore

/// Finds an app's catalog by version; `nil` asks for the one in force.
public typealias CatalogLookup = @Sendable (_ app: AppID, _ version: Int?) -> Catalog?
