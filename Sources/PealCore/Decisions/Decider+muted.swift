extension Decider {
    /// Whether a notification counts as seen from the beginning: its thread is muted, and the app does not count that in the badge.
    ///
    /// What bypasses a mute is pushed, and counts.
    /// - Parameters:
    ///   - decision: what was decided.
    ///   - question: what it was decided from.
    /// - Returns: whether it does.
    public func isSeen(_ decision: Decision, _ question: Question) -> Bool {
        guard !catalog.mute.counts, decision.push == .suppress(.muted), !decision.isAlert else { return false }
        return question.recipient.mutes.contains { mute in
            guard case .thread = mute.scope else { return false }
            return mute.covers(category: category.id, thread: question.thread, at: question.now)
        }
    }
}
