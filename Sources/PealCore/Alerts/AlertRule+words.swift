extension AlertRule {
    /// How urgent an alert is, in the words of PagerDuty.
    public enum Severity: String, Sendable, CaseIterable {
        /// Notifications do not arrive, or not in time.
        case critical
        /// A part of them does not arrive.
        case error
        /// A target is missed, or something grows that should not.
        case warning
    }

    /// How urgent it is.
    public var severity: Severity {
        switch self {
        case .backlogAge, .breakerOpen, .clock, .criticalUnreached: .critical
        case .deliveryErrors, .malformedTriggers, .invalidTokens: .error
        case .malformedPayloads, .deviceSweep, .reachability, .deliveryRate, .deliveryLatency, .etaLatency, .openRate,
            .quickReplyUse:
            .warning
        }
    }

    /// Whether it is about the server, and so the same for all apps.
    public var isServerWide: Bool { self == .clock }

    /// What it means in general, as a sentence.
    public var cause: String {
        switch self {
        case .deliveryErrors: "Pushes end as failed, expired or with a lost answer."
        case .malformedTriggers:
            "A backend sends triggers that break a rule and are refused, often because backend and catalog were released at different times."
        case .malformedPayloads: "Clients say that they discarded pushes that they could not read."
        case .invalidTokens:
            "A push service declares far more tokens dead than usual, often because the app was released with another project or team."
        case .backlogAge:
            "Work is due and not done: a queue is paused, a circuit breaker is open, the disk is full, or a broadcast is larger than the rate limit."
        case .breakerOpen:
            "A push service fails for the app: it is down, the network or its certificate is in the way, or it refuses the credentials."
        case .clock:
            "The system clock is not where it should be by the time that passed, and no push service or token service agrees with it."
        case .deviceSweep: "More devices have become stale or dead on one day than a day takes out of use."
        case .criticalUnreached: "A critical trigger was accepted, and nobody is in its audience."
        case .reachability: "More recipients than in the week before have no device that may show a push."
        case .deliveryRate: "Many pushes expire or fail."
        case .deliveryLatency: "Pushes take too long from the trigger to the acceptance by the push service."
        case .etaLatency: "Replies wait offline on devices, devices have wrong clocks, or the server is slow."
        case .openRate: "Users do not open many of the pushes with high or critical priority."
        case .quickReplyUse: "Participants who come late do not use the buttons of the reminder."
        }
    }

    /// What to do about it, as a sentence.
    public var remedy: String {
        switch self {
        case .deliveryErrors:
            "Run `peal queues` and `peal doctor --online`; fix the credentials or wait for the push service, then `peal queues redrive`."
        case .malformedTriggers:
            "Read the answers in the backend's log, each names the field; fix the backend, or roll the catalog back."
        case .malformedPayloads:
            "Compare the client with docs/payload.md; fix the client, or roll the catalog back."
        case .invalidTokens:
            "Fix the project of the push credentials; when the tokens are really dead, run `peal queues trust`."
        case .backlogAge: "Run `peal queues`; resume a paused queue, free the disk, or fix the push service."
        case .breakerOpen:
            "Run `peal doctor --online`. Where it is down, wait: what has not expired is sent then. Where it refuses the credentials, renew them, and run `peal queues redrive`: what was refused is not sent again by itself."
        case .clock: "Run `peal clock`; set the clock (`timedatectl`), or run `peal clock accept` where it is right."
        case .deviceSweep:
            "Check `devices.staleAfter` in the catalog, and that the apps register at each start; otherwise each day takes its share."
        case .criticalUnreached:
            "Notify the recipients by other means now; then put the missing members or roles."
        case .reachability:
            "Look at `peal_push_decisions_total` by reason, and fix the client's release that does not register or asks for permission at the wrong moment."
        case .deliveryRate:
            "Look at `GET /api/v1/analytics/summary?by=category,channel`; raise a `ttl` that is too short, or fix what fails."
        case .deliveryLatency: "Spread broadcasts, and raise `rate` and `inFlight` where the push service permits it."
        case .etaLatency:
            "Check the clocks of clients and how they send replies later; then the server's disk and load."
        case .openRate:
            "Send less, or lower the priority of what users do not open; check that clients report openings."
        case .quickReplyUse:
            "Check that clients show the buttons on every platform, and that reminders arrive before the start."
        }
    }

    /// What is wrong now, as a sentence with its figure.
    /// - Parameters:
    ///   - subject: what of the app it is about; empty where it is the app itself.
    ///   - value: the figure.
    /// - Returns: the sentence, with its full stop.
    public func sentence(about subject: String, _ value: Double) -> String {
        let figure = text(of: value)
        return switch self {
        case .deliveryErrors: "\(figure) of the pushes that ended this hour and the last were not accepted."
        case .malformedTriggers: "\(figure) of the triggers of this hour and the last break a rule and were refused."
        case .malformedPayloads:
            "Clients discarded \(figure) of the accepted pushes of this hour and the last as malformed."
        case .invalidTokens:
            "\(subject) declares far more device tokens dead than usual; none is removed for now."
        case .backlogAge: "\(subject.capitalizedFirst) that are due wait for \(figure)."
        case .breakerOpen: "\(subject) fails, and its pushes wait or are refused; `peal queues` says why."
        case .clock: "The system clock is in question by \(figure); what would be due or too old by it waits."
        case .deviceSweep: "More devices are to be taken out of use than a day takes; the rest waits."
        case .criticalUnreached:
            value == 1
                ? "A critical trigger of this hour or the last had no recipient."
                : "\(figure) critical triggers of this hour or the last had no recipient."
        case .reachability:
            "The share of recipients without a device that may show a push has grown by \(figure), in a day against the week before."
        case .deliveryRate: "Only \(figure) of a day's pushes were accepted."
        case .deliveryLatency: "A day's pushes take \(figure) from the trigger to the acceptance (p95)."
        case .etaLatency: "A day's replies take \(figure) until they are stored (p95)."
        case .openRate: "Only \(figure) of a day's confirmed pushes with high or critical priority were opened."
        case .quickReplyUse: "Only \(figure) of a day's late arrivals were announced by a quick reply."
        }
    }

    /// A figure or a threshold with its unit: `31.4 %`, `7m12s` or `3`.
    public func text(of value: Double) -> String {
        switch unit {
        case .share: "\(Self.rounded(value * 100, decimals: 1)) %"
        case .seconds:
            value < 60
                ? "\(Self.rounded(value, decimals: 1)) s"
                : Duration.seconds(Int64(min(value, 1e12).rounded())).catalogText
        case .count: Self.rounded(value, decimals: 0)
        }
    }

    private static func rounded(_ value: Double, decimals: Int) -> String {
        let scale = decimals == 0 ? 1.0 : 10.0
        let text = String((value * scale).rounded() / scale)
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
}

extension String {
    fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
