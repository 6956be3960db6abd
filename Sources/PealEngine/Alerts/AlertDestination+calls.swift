import PealCore
import PealCrypto
import PealProviderKit

extension AlertDestination {
    /// How long a destination has for its answer.
    static let timeout = Duration.seconds(15)
    /// How much of its answer is read.
    private static let bodyLimit = 4 * 1024

    /// The requests that carry a message: one, and two for a test of PagerDuty, which leaves no incident open.
    func calls(_ envelope: AlertEnvelope, signedAt now: Timestamp) -> [HTTPCall] {
        switch way {
        case .hook(let url, let secret):
            let body = envelope.payload
            var headers = [("webhook-id", envelope.id), ("webhook-timestamp", String(now.seconds))]
            if let secret {
                let signature = secret.signature(id: envelope.id, timestamp: now.seconds, body: body)
                headers.append(("webhook-signature", signature))
            }
            return [call(url, headers, body)]
        case .slack(let url): return [call(url, [], Self.slack(envelope))]
        case .pagerduty(let key, let endpoint):
            let actions = envelope.kind == .test ? ["trigger", "resolve"] : [envelope.pagerDutyAction]
            return actions.map { call("\(endpoint)/v2/enqueue", [], Self.pagerDuty(envelope, $0, key: key)) }
        }
    }

    private func call(_ url: String, _ headers: [(String, String)], _ body: [UInt8]) -> HTTPCall {
        let own = [("content-type", "application/json"), ("user-agent", "Peal")] + headers
        return HTTPCall(
            url: url,
            headers: own.map { (name: $0.0, value: $0.1) },
            body: body,
            timeout: Self.timeout,
            bodyLimit: Self.bodyLimit
        )
    }

    /// A text in Slack's markup, whose three letters with a meaning are written as entities.
    private static func slack(_ envelope: AlertEnvelope) -> [UInt8] {
        let escaped = envelope.lines.map { line in
            line.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
        }
        let text = (["*\(escaped[0])*"] + escaped.dropFirst()).joined(separator: "\n")
        return JSONWriter.bytes { writer in writer.object { $0.member("text", text) } }
    }

    /// An event of PagerDuty's Events API v2.
    private static func pagerDuty(_ envelope: AlertEnvelope, _ action: String, key: String) -> [UInt8] {
        JSONWriter.bytes { writer in
            writer.object { writer in
                writer.member("routing_key", key)
                writer.member("event_action", action)
                writer.member("dedup_key", envelope.alertID)
                guard action == "trigger" else { return }
                writer.member("client", "Peal")
                if envelope.installation.hasPrefix("http") { writer.member("client_url", envelope.installation) }
                if let link = envelope.data["runbook"]?.string, link.hasPrefix("http") {
                    writer.array("links", [link]) { writer, link in
                        writer.object { writer in
                            writer.member("href", link)
                            writer.member("text", "Runbook")
                        }
                    }
                }
                writer.object("payload") { writer in
                    writer.member("summary", String(envelope.lines[0].prefix(1_024)))
                    writer.member("source", envelope.installation)
                    writer.member("severity", envelope.kind == .test ? "info" : envelope.severity.rawValue)
                    writer.member("timestamp", envelope.at)
                    writer.member("component", envelope.data["app"]?.string)
                    writer.member("group", envelope.data["subject"]?.string)
                    writer.member("class", envelope.rule?.rawValue)
                    let details = envelope.data.merging(["details": .string(envelope.lines.joined(separator: "\n"))]) {
                        known,
                        _ in known
                    }
                    writer.member("custom_details", .object(details))
                }
            }
        }
    }
}

extension AlertEnvelope {
    fileprivate var pagerDutyAction: String { kind == .resolved ? "resolve" : "trigger" }
}
