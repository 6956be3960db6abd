/// What setting a mute changes among the mutes of a user.
public struct MutePlan: Sendable, Equatable {
    /// All mutes of the user, which must still be as they were read.
    public let before: [Mute]
    /// The mute that is set.
    public let mute: Mute
    /// The mute that it replaces, and those that have ended.
    public let removed: [MuteID]

    /// Plans the change; `nil` when as many mutes of other scopes hold as a user may have.
    /// - Parameters:
    ///   - mute: the mute, which is set at the instant it was created.
    ///   - before: all mutes of the user.
    ///   - limit: how many a user may have.
    public init?(setting mute: Mute, among before: [Mute], limit: Int) {
        let kept = before.filter { $0.holds(at: mute.createdAt) && !$0.scope.isSame(as: mute.scope) }
        guard kept.count < limit else { return nil }
        self.before = before
        self.mute = mute
        let keptIDs = Set(kept.map(\.id))
        removed = before.map(\.id).filter { !keptIDs.contains($0) }
    }
}
