/// What a run does around each change of its store.
struct ChangeHooks: Sendable {
    /// Before a change is made.
    var before: @Sendable () async -> Void
    /// Once it is stored, before its caller learns of it.
    var after: @Sendable () async -> Void
}
