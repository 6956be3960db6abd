/// Throttles and digests: the stages that look at what the user was pushed before.
extension Decider {
    /// A push over the type's throttle is digested or not sent (R162).
    func checkThrottle(_ question: Question, _ progress: inout DecisionProgress) {
        guard progress.pushIsOpen, let throttle = type.throttle else { return progress.passOrSkip(.throttle) }
        let recent = recentSends(question, throttle)
        guard recent.count >= throttle.max else {
            return progress.passOrSkip(.throttle, .push(recent.count + 1, of: throttle.max))
        }
        let limit = Trace.Detail.limit(throttle.max, per: throttle.per)
        if progress.priority == .critical || type.bypass.contains(.throttle) {
            return progress.note(Trace.Step(.throttle, .override, nil, limit))
        }
        if question.isClosing {
            // A digest keeps to the cap as well: it is sent as soon as the cap allows it.
            let freed = recent.sorted()[recent.count - throttle.max] + throttle.per
            return progress.hold(.throttle, .throttled, until: freed, limit)
        }
        guard throttle.onExceed == .digest, !type.individual else {
            return progress.suppressPush(.throttle, .throttled, limit)
        }
        let key = DigestWindowKey.throttle(type.id)
        let closesAt = openWindow(key, question)?.closesAt ?? question.now + throttle.window
        progress.digest(.throttle, .throttled, DigestWindowKey(key: key, closesAt: closesAt), limit)
    }

    /// Digests by the sender's limit or the type's rule (R160, R161).
    ///
    /// Individual and critical notifications are never digested (R159, C16).
    func checkDigest(_ question: Question, _ progress: inout DecisionProgress) {
        guard progress.pushIsOpen, !question.isClosing else { return progress.passOrSkip(.digest) }
        guard !type.individual, progress.priority != .critical else {
            return type.looksBack ? progress.leaveAlone() : progress.passOrSkip(.digest)
        }
        if let until = question.trigger.digestUntil, until > question.now {
            let digestWindow = DigestWindowKey(key: DigestWindowKey.limit(type.id), closesAt: until)
            return progress.digest(.digest, .digested, digestWindow, .senderLimit)
        }
        if let digest = type.digest, !question.wasDigested, !question.expires(within: digest.window) {
            return join(digest, question, &progress)
        }
        progress.passOrSkip(.digest)
    }

    private func join(_ digest: DigestRule, _ question: Question, _ progress: inout DecisionProgress) {
        let key = DigestWindowKey.digest(type.id, key: question.digestKey ?? "")
        let open = openWindow(key, question)
        let digestWindow = DigestWindowKey(key: key, closesAt: open?.closesAt ?? question.now + digest.window)
        if digest.edge == .leading, open == nil {
            progress.open(digestWindow)
            return progress.passOrSkip(.digest, .firstOfDigest)
        }
        progress.digest(.digest, .digested, digestWindow, question.digestKey.map { .digestKey($0) })
    }

    private func recentSends(_ question: Question, _ throttle: ThrottleRule) -> [Timestamp] {
        question.history.sends[type.id, default: []].filter { $0 > question.now - throttle.per }
    }

    private func openWindow(_ key: String, _ question: Question) -> DigestWindow? {
        question.history.windows[Key(key)].flatMap { $0.closesAt > question.now ? $0 : nil }
    }
}
