import PealCore
import PealCrypto

/// A message about an alert, before it is known which destination gets it.
struct AlertEnvelope: Sendable {
    /// What happened.
    enum Kind: String, Sendable {
        case fired = "alert.fired"
        case resolved = "alert.resolved"
        /// Nothing: an operator asked whether messages arrive.
        case test = "alert.test"
    }

    /// What happened.
    let kind: Kind
    /// What every copy of the message has in common.
    let id: String
    /// What the messages about one alert have in common.
    let alertID: String
    /// When it happened.
    let at: Timestamp
    /// The words.
    let lines: [String]
    /// How urgent it is.
    let severity: AlertRule.Severity
    /// The rule; `nil` for a test.
    let rule: AlertRule?
    /// Which server: its public URL, or the name of its machine.
    let installation: String
    /// The facts, for programs.
    let data: [String: JSONValue]

    /// A message that waits.
    init(_ message: AlertMessage, _ text: AlertText, app: String?, minimum: Int, installation: String) {
        let (key, rule) = (message.key.alert, message.key.alert.rule)
        kind = message.phase == .resolved ? .resolved : .fired
        let parts = [installation, app ?? "", rule.rawValue, key.subject, message.firedAt.rfc3339]
        alertID = Self.identifier(of: parts)
        id = Self.identifier(of: parts + [kind.rawValue])
        at = kind == .resolved ? message.since : message.firedAt
        lines = text.lines + ["Server: \(installation)"]
        severity = rule.severity
        self.rule = rule
        self.installation = installation
        var data: [String: JSONValue] = [
            "rule": .string(rule.rawValue), "severity": .string(severity.rawValue), "text": .string(text.headline),
            "value": .number(message.value), "threshold": .number(message.threshold),
            "minimum": .integer(Int64(minimum)), "firedAt": .string(message.firedAt.rfc3339),
            "runbook": .string(text.runbook), "installation": .string(installation), "test": .bool(false),
        ]
        if let app { data["app"] = .string(app) }
        if !key.subject.isEmpty { data["subject"] = .string(key.subject) }
        if kind == .fired { data["remedy"] = .string(rule.remedy) }
        if kind == .resolved { data["resolvedAt"] = .string(message.since.rfc3339) }
        self.data = data
    }

    /// A test.
    init(testAt now: Timestamp, installation: String) {
        kind = .test
        alertID = Self.identifier(of: [installation, "test", now.rfc3339])
        id = alertID
        at = now
        lines = [
            "Peal: this is a test of `peal alerts test`; nothing is wrong.", "Sent at \(AlertText.time(now, nil))",
            "Server: \(installation)",
        ]
        severity = .warning
        rule = nil
        self.installation = installation
        data = ["text": .string(lines[0]), "installation": .string(installation), "test": .bool(true)]
    }

    /// The JSON of a hook.
    var payload: [UInt8] {
        JSONWriter.bytes { writer in
            writer.object { writer in
                writer.member("type", kind.rawValue)
                writer.member("timestamp", at)
                writer.member("data", .object(data))
            }
        }
    }

    private static func identifier(of parts: [String]) -> String {
        "alert_\(Hexadecimal.text(Array(Digest.sha256(Array(parts.joined(separator: "\n").utf8)).prefix(16))))"
    }
}
