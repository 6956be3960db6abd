/// A change to the versions of an app's catalog.
public enum CatalogChange: Sendable, Equatable {
    /// The version in force and the highest number must still be these: nothing was added or published since. Nothing is written.
    case expect(inForce: Int?, newest: Int)
    /// Adds a version.
    case add(CatalogRecord, yaml: String, fileHash: [UInt8]?)
    /// Puts a draft in force. Expects it to be there and not published.
    case publish(CatalogRecord)
    /// Deletes drafts. Expects them to be there and not published.
    case drop([Int])
}
