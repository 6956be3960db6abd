import PealCore
import PealStore

/// Walks through the recipients of triggers by user, a page at a time.
struct RecipientWalk {
    let store: any FanOutStore
    let ownedTypes: Set<EntityTypeID>
    let limit: Int

    /// Where a walk stands.
    struct Place {
        fileprivate var pending: PendingTrigger
        fileprivate var page: ArraySlice<RecipientSnapshot> = []
        fileprivate var isLast = false

        /// Goes on to the next user.
        mutating func drop() { page = page.dropFirst() }
    }

    /// The place before the first recipient of a trigger's audience.
    func start(_ pending: PendingTrigger, _ trigger: Trigger) -> Place {
        var pending = pending
        pending.trigger.audience = trigger.audience
        pending.cursor = nil
        return Place(pending: pending)
    }

    /// The next user; `nil` at the end.
    func peek(_ place: inout Place) async throws -> RecipientSnapshot? {
        if place.page.isEmpty, !place.isLast {
            let page = try await store.recipients(of: place.pending, ownedTypes: ownedTypes, limit: limit)
            place.page = page.recipients[...]
            place.isLast = page.isLast
            place.pending.cursor = page.recipients.last?.userID ?? place.pending.cursor
        }
        return place.page.first
    }
}
