public import PealCore

/// An app whose catalog is not loaded: its key should not have been accepted.
public struct MissingCatalog: Error, Sendable {
    /// The app.
    public let app: AppID
}
