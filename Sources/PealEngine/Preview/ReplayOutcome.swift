import PealCore

/// What becomes of one user under one catalog, as far as two of them are compared.
enum ReplayOutcome: Equatable {
    /// The audience does not have them.
    case notRecipient
    /// The trigger is not accepted at all.
    case rejected(String)
    /// It is decided.
    case decided(Decided)

    struct Decided: Equatable {
        var push: String
        var inApp: String
        var priority: Priority
        var locale: String
        var title: String
        var body: String
        var link: String
    }

    /// What happens to the push, in one word.
    var word: String {
        switch self {
        case .notRecipient: "not-addressed"
        case .rejected: "rejected"
        case .decided(let decided): String(decided.push.prefix { $0 != " " })
        }
    }

    /// Every side on which another outcome differs, with what it is here and there.
    func differences(from other: ReplayOutcome) -> [(TrafficDifference.Aspect, String, String)] {
        guard case .decided(let old) = self, case .decided(let new) = other else {
            return [(.recipient, label, other.label)]
        }
        var found: [(TrafficDifference.Aspect, String, String)] = []
        if old.push != new.push { found.append((.push, old.push, new.push)) }
        if old.inApp != new.inApp { found.append((.inApp, old.inApp, new.inApp)) }
        if old.priority != new.priority { found.append((.priority, old.priority.rawValue, new.priority.rawValue)) }
        // What nobody reads does not differ.
        let isRead = { (decided: Decided) in decided.inApp == "show" || !decided.push.hasPrefix("suppress") }
        guard isRead(old), isRead(new) else { return found }
        if (old.title, old.body, old.link, old.locale) != (new.title, new.body, new.link, new.locale) {
            found.append((.content, old.locale, new.locale))
        }
        return found
    }

    private var label: String {
        switch self {
        case .notRecipient: "not-addressed"
        case .rejected(let code): "rejected \(code)"
        case .decided(let decided): decided.push
        }
    }
}

extension ReplayOutcome.Decided {
    init(_ decision: Decision, _ content: NotificationContent) {
        push =
            switch decision.push {
            case .send: "send"
            case .hold: "hold"
            case .digest: "digest"
            case .suppress(let reason): "suppress \(reason.rawValue)"
            }
        inApp =
            switch decision.inApp {
            case .show: "show"
            case .hide(let reason): "hide \(reason.rawValue)"
            }
        priority = decision.priority
        locale = content.locale
        title = content.text.pushTitle ?? content.text.title
        body = content.text.pushBody ?? content.text.body
        link = content.link
    }
}
