public import PealCore

/// Where a rule stands in the catalog that decided.
public struct RuleLocation: Sendable, Equatable {
    /// The catalog's file.
    public var file: String
    /// The published version.
    public var version: Int
    /// The line, from 1.
    public var line: Int
    /// The path within the file, for example `types.announcement.dedupe`.
    public var path: String
}

/// Finds the first of several paths in a version of an app's catalog, or the nearest part of the first.
///
/// `nil` when the version is not kept any more.
public typealias RuleLookup = @Sendable (_ app: AppID, _ version: Int, _ paths: [String]) async throws -> RuleLocation?
