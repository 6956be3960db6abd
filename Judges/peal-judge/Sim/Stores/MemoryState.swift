import PealMemory

/// The value of a store in memory, as it was at an instant.
struct MemoryState: StoredState {
    var contents = MemoryContents()

    func open(_ hooks: ChangeHooks) throws -> any SimStore {
        MemorySimStore(
            MemoryStore(
                contents,
                hooks: MemoryStore.Hooks(before: hooks.before, after: hooks.after),
                onCommit: hooks.committed
            )
        )
    }

    func remove() {}
}
