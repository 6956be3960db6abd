/// What a figure means for an alert: it fires, stays or is resolved.
///
/// Pure: what is stored, the figure, the limit and the instant come from outside.
public struct AlertStep: Sendable, Equatable {
    /// What operators receive of it.
    public enum News: String, Sendable, CaseIterable {
        case fired, resolved
    }

    /// The alert before; `nil` is quiet.
    public var before: Alert?
    /// The alert afterwards; `nil` is quiet.
    public var after: Alert?
    /// What operators receive; `nil` is nothing.
    public var news: News?

    /// Whether anything is to be stored.
    public var isChange: Bool { before != after }

    /// The alert that the news are of.
    public var alert: Alert? { after ?? before }

    /// Finds the next step of an alert.
    /// - Parameters:
    ///   - key: which alert.
    ///   - before: the alert as it is stored; `nil` is quiet.
    ///   - figure: what was measured.
    ///   - limit: when it fires; `nil` is never.
    ///   - now: the instant.
    public init(of key: Alert.Key, _ before: Alert?, _ figure: AlertFigure, _ limit: AlertLimit?, now: Timestamp) {
        self.before = before
        guard let limit else {
            // The rule was switched off.
            news = before?.isFiring == true ? .resolved : nil
            return
        }
        let (isBroken, isClear) = (limit.isBroken(by: figure, key.rule), limit.isClear(by: figure, key.rule))
        func moved(_ phase: Alert.Phase, firedAt: Timestamp?) -> Alert {
            let (value, threshold) = (figure.value, limit.threshold)
            return Alert(key, phase, since: now, firedAt: firedAt, value: value, threshold: threshold)
        }
        switch before?.phase {
        case nil where isBroken, .pending? where isBroken:
            if let before, !before.isOver(key.rule.firesAfter, at: now) {
                after = before.since > now ? moved(.pending, firedAt: nil) : before
            } else if before == nil, key.rule.firesAfter > .zero {
                after = moved(.pending, firedAt: nil)
            } else {
                (after, news) = (moved(.firing, firedAt: now), .fired)
            }
        case nil, .pending: break
        case .firing where isClear: after = moved(.clearing, firedAt: before?.firedAt)
        case .clearing where !isClear: after = moved(.firing, firedAt: before?.firedAt)
        case .clearing where before?.isOver(key.rule.resolvesAfter, at: now) == true: news = .resolved
        case .clearing where before.map({ $0.since > now }) ?? false:
            after = moved(.clearing, firedAt: before?.firedAt)
        case .firing, .clearing: after = before
        }
    }

    /// The next step of an alert that an operator asked for: it fires, and then it is resolved.
    /// - Parameters:
    ///   - test: the alert as it is stored.
    ///   - now: the instant.
    public init(ofTest test: Alert, now: Timestamp) {
        before = test
        guard test.phase == .pending else {
            news = .resolved
            return
        }
        let limit = test.key.rule.standard
        after = Alert(test.key, .firing, since: now, firedAt: now, threshold: limit?.threshold ?? 0)
        news = .fired
    }
}

extension Alert {
    /// Whether the phase has lasted for a time.
    fileprivate func isOver(_ time: Duration, at now: Timestamp) -> Bool { since <= now && now - since >= time }
}
