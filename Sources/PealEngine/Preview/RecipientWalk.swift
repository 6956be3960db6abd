import PealCore
import PealStore

/// Walks through the recipients of triggers by user, a page at a time.
struct RecipientWalk {
    let store: any FanOutStore
    let ownedTypes: Set<EntityTypeID>
    let limit: Int

    /// Where a walk stands.
    struct WalkPosition {
        fileprivate var pending: PendingTrigger
        fileprivate var page: ArraySlice<RecipientSnapshot> = []
        fileprivate var isLast = false

        /// Goes on to the next user.
        mutating func drop() { page = page.dropFirst() }
    }

    /// The position before the first recipient of a trigger's audience.
    func start(_ pending: PendingTrigger, _ trigger: Trigger) -> WalkPosition {
        var pending = pending
        pending.trigger.audience = trigger.audience
        pending.cursor = nil
        return WalkPosition(pending: pending)
    }

    /// The next user; `nil` at the end.
    func peek(_ position: inout WalkPosition) async throws -> RecipientSnapshot? {
        if position.page.isEmpty, !position.isLast {
            let page = try await store.recipients(of: position.pending, ownedTypes: ownedTypes, limit: limit)
            position.page = page.recipients[...]
            position.isLast = page.isLast
            position.pending.cursor = page.recipients.last?.userID ?? position.pending.cursor
        }
        return position.page.first
    }
}
