public import PealCore

/// Counts what users switch off, so that an operator sees when a category tires them (R167).
public protocol OptOutStore: Sendable {
    /// The users of every app.
    func userCounts() async throws -> [AppID: Int]

    /// Categories that users opted out of, by app and category.
    func optOuts() async throws -> [CategoryOptOuts]
}
