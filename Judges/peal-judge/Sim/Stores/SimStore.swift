import PealEngine

/// A store as a run needs it: the engine's ports, and a view past them.
protocol SimStore: Sendable {
    var ports: any EngineStore { get }
    /// What is stored now.
    var facts: FactReader { get }
    /// What a process that starts now would find.
    func copy() throws -> any StoredState

    /// Damages what is stored, to see that a check is sharp.
    func damage(_ statement: String) throws

    /// Ends the store and removes what it keeps.
    func remove()
}
