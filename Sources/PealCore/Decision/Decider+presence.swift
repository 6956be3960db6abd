/// The wait for people who are looking at the screen already.
extension Decider {
    /// A push for somebody who is using the app waits a little: seen meanwhile, it is not needed.
    ///
    /// It comes last, so that nothing waits that would not go; once, so that nobody who stays in the app is kept waiting
    /// for ever; and never for what is critical or opens a window for others.
    func checkPresence(_ question: Question, _ progress: inout DecisionProgress) {
        guard progress.pushIsOpen, let delay = type.delayWhileActive, progress.priority != .critical,
            progress.slot == nil, !question.isRelease, !question.isClosing,
            let lastActiveAt = question.recipient.lastActiveAt, lastActiveAt + delay > question.now
        else { return }
        progress.hold(.device, nil, until: question.now + delay, .userActive)
    }
}
