public import PealCore

/// An entity or a member that breaks rules of the app's catalog; nothing was stored.
public struct InvalidEntity: Error, Sendable {
    /// Every rule that is broken.
    public let problems: [EntityRules.Problem]

    static func check(_ problems: [EntityRules.Problem]) throws(InvalidEntity) {
        guard problems.isEmpty else { throw InvalidEntity(problems: problems) }
    }
}
