public import PealCore
import Synchronization

/// Every store port over plain values in memory: for tests and judges, since nothing of it survives its process.
///
/// It holds rows and no rules. Each write is a transaction: one that fails leaves everything as it was.
public final class MemoryStore: Sendable {
    private let stored: Mutex<MemoryContents>
    private let hooks: Hooks?
    private let onCommit: (@Sendable ([Event]) -> Void)?

    /// Who is told of every write: for a judge that ends a run between any two of them.
    public struct Hooks: Sendable {
        /// Called before a write is made.
        public var before: @Sendable () async -> Void
        /// Called after a write was made, before its caller learns of it.
        public var after: @Sendable () async -> Void

        /// Joins both.
        public init(before: @escaping @Sendable () async -> Void, after: @escaping @Sendable () async -> Void) {
            self.before = before
            self.after = after
        }
    }

    /// Opens a store.
    /// - Parameters:
    ///   - contents: what it holds at first, for example what another one held when its process ended.
    ///   - hooks: who is told of every write.
    ///   - onCommit: receives the events of every write; it must not call the store.
    public init(
        _ contents: MemoryContents = MemoryContents(),
        hooks: Hooks? = nil,
        onCommit: (@Sendable ([Event]) -> Void)? = nil
    ) {
        stored = Mutex(contents)
        self.hooks = hooks
        self.onCommit = onCommit
    }

    /// What it holds now.
    public var contents: MemoryContents { stored.withLock { $0 } }

    /// Makes a write to one app's rows.
    func write<Value: Sendable>(
        _ app: AppID,
        _ body: @Sendable (inout AppRows) throws -> Value
    ) async throws -> Value {
        try await write { contents in try body(&contents[app]) }
    }

    /// Makes a write, all or nothing, and hands on its events.
    func write<Value: Sendable>(_ body: @Sendable (inout MemoryContents) throws -> Value) async throws -> Value {
        await hooks?.before()
        // A database would let others run meanwhile; a loop of writes must not keep them out.
        await Task.yield()
        let value = try stored.withLock { contents in
            let before = contents
            do {
                let value = try body(&contents)
                let events = contents.logEvents()
                contents.version += 1
                if !events.isEmpty { onCommit?(events) }
                return value
            } catch {
                contents = before
                throw error
            }
        }
        await hooks?.after()
        return value
    }

    /// Reads one app's rows.
    func read<Value: Sendable>(_ app: AppID, _ body: (AppRows) -> Value) -> Value { stored.withLock { body($0[app]) } }

    /// Reads the rows of all apps.
    func read<Value: Sendable>(_ body: (MemoryContents) -> Value) -> Value { stored.withLock { body($0) } }
}

extension StoreError {
    /// A row whose key is there already.
    static func duplicate(_ what: String) -> StoreError { StoreError(.constraint, "\(what) is there already") }
}
