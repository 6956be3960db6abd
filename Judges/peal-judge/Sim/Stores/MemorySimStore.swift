import JudgeKit
import PealEngine
import PealMemory

/// The store in memory, which hands its facts out.
struct MemorySimStore: SimStore {
    let store: MemoryStore
    let facts: FactReader

    init(_ store: MemoryStore) {
        self.store = store
        facts = FactReader(MemoryFacts(store: store))
    }

    var ports: any EngineStore { store }

    func copy() throws -> any StoredState { MemoryState(contents: store.contents) }

    func damage(_ statement: String) throws {
        throw JudgeError(.invalid, "only rows of SQLite can be damaged by a statement")
    }

    func remove() {}
}
