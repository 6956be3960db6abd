/// The wait for users who are looking at the screen already.
extension Decider {
    /// A host who has the board of the event open sees there what the push would say.
    ///
    /// Unlike a wait it ends the push, and it comes before everything that counts pushes.
    func checkBoard(_ question: Question, _ progress: inout DecisionProgress) {
        guard question.recipient.hasBoardOpen, let event = question.trigger.entity, progress.pushIsOpen else { return }
        progress.suppressPush(.device, .resolvedElsewhere, .viewing("\(event.type)/\(event.id)"))
    }

    /// A push for a user who is using the app, or who is looking at its thread, waits a little: seen meanwhile, it is not
    /// needed.
    ///
    /// It comes last, so that nothing waits that would not go; once, so that nobody who stays in the app is kept waiting
    /// for ever; and never for what is critical or opens a window for others.
    func checkPresence(_ question: Question, _ progress: inout DecisionProgress) {
        guard progress.pushIsOpen, let delay = type.delayWhileActive, progress.priority != .critical,
            progress.digestWindow == nil, !question.isRelease, !question.isClosing,
            let seen = presence(question, delay)
        else { return }
        progress.hold(.device, nil, until: question.now + delay.length, seen)
    }

    /// What the push waits for; `nil` when the user is not there, or looks at another thread.
    private func presence(_ question: Question, _ delay: PresenceDelay) -> Trace.Detail? {
        let recipient = question.recipient
        switch delay.scope {
        case .thread:
            guard let thread = question.thread, recipient.viewedThreads.contains(thread) else { return nil }
            return .viewing(thread)
        case .user:
            let isRecent = recipient.lastActiveAt.map { $0 + delay.length > question.now } ?? false
            return isRecent || !recipient.viewedThreads.isEmpty ? .userActive : nil
        }
    }
}
