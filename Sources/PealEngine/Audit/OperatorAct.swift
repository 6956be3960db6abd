import Logging
package import PealCore

/// What an operator did, as a line of the log; the audit log of each app has it as an entry.
package struct OperatorAct: Sendable, Equatable {
    /// The change, such as `queue-paused`.
    package var change: String
    /// Who: a user of the system, or the id of a secret key.
    package var actor: String
    /// When.
    package var at: Timestamp
    /// The apps; a root key, for example, is that of several.
    package var apps: [AppID]
    /// What it was about.
    package var details: [String: String]

    /// The acts among the events of a page, in order; what concerns several apps is one.
    static func acts(in records: [AuditRecord]) -> [OperatorAct] {
        var acts: [OperatorAct] = []
        for record in records {
            guard record.event.kind == .adminChanged, case .note(let note) = record.event.subject,
                let actor = note.details["by"]
            else { continue }
            var act = OperatorAct(
                change: note.name,
                actor: actor,
                at: note.at,
                apps: [record.event.app],
                details: note.details.filter { $0.key != "by" }
            )
            if let index = acts.firstIndex(where: { $0.isPart(with: act) }) {
                act.apps = acts[index].apps + act.apps
                acts[index] = act
            } else {
                acts.append(act)
            }
        }
        return acts
    }

    private func isPart(with other: OperatorAct) -> Bool {
        (change, actor, at) == (other.change, other.actor, other.at) && details == other.details
    }

    /// Writes the line.
    func write(to logger: Logger) {
        var metadata: Logger.Metadata = [
            "change": "\(change)", "by": "\(actor)", "at": "\(at.rfc3339)",
            "app": "\(apps.map(\.rawValue).joined(separator: ","))",
        ]
        for (name, value) in details where metadata[name] == nil { metadata[name] = "\(value)" }
        logger.notice("an operator changed something", metadata: metadata)
    }
}
