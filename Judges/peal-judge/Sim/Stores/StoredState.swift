/// What is stored while no process has it open: what a crash leaves.
protocol StoredState: Sendable {
    /// Opens it for a run of the process.
    func open(_ hooks: ChangeHooks) throws -> any SimStore
    /// Removes it unopened.
    func remove()
}
