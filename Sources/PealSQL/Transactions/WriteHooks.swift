/// Who is told of every change a store makes: for a judge that ends processes between any two of them.
///
/// With hooks, each operation of the store is done within its call, on the caller's thread.
package struct WriteHooks: Sendable {
    /// Called before a change is queued.
    package var before: @Sendable () async -> Void
    /// Called when a change is on disk, before its caller learns of it.
    package var after: @Sendable () async -> Void

    /// Joins both.
    package init(before: @escaping @Sendable () async -> Void, after: @escaping @Sendable () async -> Void) {
        self.before = before
        self.after = after
    }
}
