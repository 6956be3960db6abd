/// The words of a message about an alert: for a person who has nothing else at hand.
public struct AlertText: Sendable, Equatable {
    /// The title: which app, and what is wrong, or that it is over.
    public let headline: String
    /// The figures: the value, the threshold and of how many it is.
    public let figures: String
    /// Since when, and until when where it is over.
    public let time: String
    /// What to do; empty when it is over.
    public let remedy: String
    /// Where to read on.
    public let runbook: String

    /// Writes a message.
    /// - Parameters:
    ///   - message: the message that waits.
    ///   - name: the app's name; `nil` where the alert is about the server.
    ///   - minimum: of how many its figure is, at least.
    ///   - zone: the app's time zone; times are in UTC, and in this one as well.
    ///   - docs: the URL that the documentation is below; `nil` names the file alone.
    public init(_ message: AlertMessage, name: String?, minimum: Int, zone: Zone?, docs: String? = nil) {
        let (rule, isOver) = (message.key.alert.rule, message.phase == .resolved)
        let sentence = rule.sentence(about: message.key.alert.subject, message.value)
        let subject = name ?? "Peal"
        headline = "\(isOver ? "Resolved – " : "")\(subject): \(sentence)"
        var figures = "Value when it fired: \(rule.text(of: message.value))"
        figures += "; threshold: \(rule.isBelow ? "below" : "above") \(rule.text(of: message.threshold))"
        if minimum > 0 { figures += ", of \(minimum) or more" }
        self.figures = figures
        let since = Self.time(message.firedAt, zone)
        time = isOver ? "Fired \(since), resolved \(Self.time(message.since, zone))" : "Since \(since)"
        remedy = isOver ? "" : rule.remedy
        runbook = (docs.map { "\($0)/" } ?? "") + rule.runbook
    }

    /// All of it, a line each.
    public var lines: [String] {
        [headline, figures, time, remedy].filter { !$0.isEmpty } + ["Runbook: \(runbook)"]
    }

    /// An instant as people read it: `2026-11-29 05:28 UTC (06:28 Europe/Berlin)`.
    package static func time(_ instant: Timestamp, _ zone: Zone?) -> String {
        let utc = "\(instant.rfc3339.prefix(10)) \(instant.rfc3339.dropFirst(11).prefix(5)) UTC"
        guard let zone, zone.name != Zone.utc.name else { return utc }
        let local = zone.rules.local(at: instant)
        let isSameDay = "\(local.date)" == instant.rfc3339.prefix(10)
        return "\(utc) (\(isSameDay ? "" : "\(local.date) ")\(local.time) \(zone.name))"
    }
}
