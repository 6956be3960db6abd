import PealCore
import PealEngine
import PealWire

/// Shows the alerts of an app.
struct AlertController: Sendable {
    let alerts: Alerts

    var endpoints: [Endpoint] { [Endpoint(.listAlerts, use: list)] }

    private func list(_ request: APIRequest) async throws -> APIResponse {
        try request.query.finish()
        let found = try await alerts.list(app: request.app)
        return .json { writer in
            writer.object { writer in
                writer.array("items", found) { $1.write(to: &$0) }
            }
        }
    }
}

extension Alert {
    /// The alert with its rule, figure and page of the documentation.
    func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("rule", key.rule.rawValue)
            writer.member("subject", key.isTest || key.subject.isEmpty ? nil : key.subject)
            writer.member("firedAt", firedAt)
            writer.member("value", JSONValue.number(shownValue))
            writer.member("threshold", JSONValue.number(threshold))
            writer.member("test", key.isTest)
            writer.member("runbook", key.rule.runbook)
        }
    }
}
