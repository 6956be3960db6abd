public import PealCore

/// Counts what people switch off, so that an operator sees when a category tires them (R167).
public protocol FatigueStore: Sendable {
    /// The people of every app.
    func peopleCounts() async throws -> [AppID: Int]

    /// Categories somebody opted out of, by app and category.
    func fatigue() async throws -> [CategoryFatigue]
}
